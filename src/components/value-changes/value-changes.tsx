import type { FieldDescription } from '#contracts/model-description.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { isMoment } from '../field/words-of-key.ts'
import { ChangeList } from '../timeline/change-list.tsx'
import { keyField } from '../timeline/event-words.ts'
import type { ViewProps } from '../view-props.ts'
import type { valueChanges } from './value-changes.definition.ts'

/** What became of values that no model describes: each key as words, before and after. */
export function ValueChanges({ props: { before, after }, pending }: ViewProps<typeof valueChanges>) {
  const t = useTranslate()
  if (pending) return <Skeleton lines={3} />
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (keys.length === 0) return <p>{t('No values were written down with it.')}</p>
  const changes = keys.map((key) => {
    const [was, is] = [before?.[key] ?? null, after?.[key] ?? null]
    const field = keyField(key, typeToSay(is ?? was))
    return { field: { ...field, label: t(field.label), system: true }, before: was, after: is }
  })
  return <ChangeList changes={changes} sides={before && after ? 'both' : before ? 'before' : 'after'} />
}

// A day and a time, not how long ago: an audit log is read for them.
const typeToSay = (value: unknown): FieldDescription['type'] =>
  typeof value === 'object' || isMoment(value) ? 'json' : typeof value === 'boolean' ? 'boolean' : 'text'
