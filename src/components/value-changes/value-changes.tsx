import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
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
    const field = keyField(key, typeof (is ?? was) === 'object' ? 'json' : 'text')
    return { field: { ...field, label: t(field.label) }, before: was, after: is }
  })
  return <ChangeList changes={changes} sides={before && after ? 'both' : before ? 'before' : 'after'} />
}
