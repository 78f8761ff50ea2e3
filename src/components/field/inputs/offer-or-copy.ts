import { ApiError } from '#engine/data/api-error.ts'
import { keepCopy, readCopy } from '#engine/data/last-good-copy.ts'
import type { ComboOption } from '#ui/combobox.tsx'

/**
 * What may be chosen for a text. Without a connection it is what was offered last for no text, narrowed by what is typed:
 * a form that is filled in on site needs its project chosen. `key` is the place of that copy.
 */
export async function offerOrCopy(
  key: string | null,
  text: string,
  ask: (text: string) => Promise<ComboOption[]>,
): Promise<ComboOption[]> {
  try {
    const options = await ask(text)
    if (text === '') void keepCopy(key, options)
    return options
  } catch (error) {
    const copy = error instanceof ApiError && error.unavailable ? await readCopy<ComboOption[]>(key) : null
    if (!copy) throw error
    return copy.value.filter(({ label }) => label.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
  }
}
