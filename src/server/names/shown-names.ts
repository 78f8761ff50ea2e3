import { optionParts } from '#contracts/option-parts.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ShownNames, ShownWords } from '#kernel/query/shown-names.ts'
import type { Caller } from '../database/in-tenant.ts'
import { productTitles, type NamesPlace, type ProductTitles } from './product-titles.ts'
import { wordsOf } from './words-of.ts'

interface Place extends NamesPlace {
  caller: Pick<Caller, 'tenantId' | 'language'>
}

/**
 * How the caller sees the names in lists of these models: what the product ships in their language, what the workspace named
 * as it is written. Null when none of them is a list of definitions.
 */
export async function shownNames(place: Place, models: readonly string[]): Promise<ShownNames | null> {
  const asked = models.filter((key) => key.startsWith('sys_'))
  if (asked.length === 0) return null
  const { language = 'en' } = place.caller
  const say = await wordsOf(language)
  const titles = new Map<string, ProductTitles>()
  // What else the system keeps points to models and to people, who have roles.
  for (const key of new Set([...asked, 'sys_model'])) titles.set(key, await productTitles(place, key))
  return {
    language,
    of: ({ kind, key }, field) => (kind === 'table' ? wordsOfField(field, titles.get(key), say) : null),
  }
}

function wordsOfField(
  field: FieldInfo,
  known: ProductTitles | undefined,
  say: (text: string) => string,
): ShownWords | null {
  const titles = known?.titles[field.key]
  const own = known?.own[field.key] ?? []
  if (titles)
    return wordsFor(
      titles.map((title) => [title, say(title)]),
      own,
    )
  if (field.choices === undefined || field.type !== 'select') return null
  const options = (field.field.options ?? []).map(optionParts)
  return wordsFor(options.map(({ value, label }) => [value, own.includes(label) ? label : say(label)]))
}

const wordsFor = (
  words: readonly (readonly [kept: string, seen: string])[],
  own: readonly string[] = [],
): ShownWords => ({
  // What is seen as it is kept need not be looked up.
  seen: Object.fromEntries(words.filter(([kept, seen]) => kept !== seen)),
  kept: new Set([...words.map(([kept]) => kept), ...own]),
})
