import { useModel } from '#engine/data/use-model.ts'
import type { ViewProps } from '../view-props.ts'
import { InverseList } from './inverse-list.tsx'
import type { relatedRecords } from './related-records.definition.ts'
import styles from './related-records.module.css'

/** What points to a record, one list for every relation that is named on this side. */
export function RelatedRecords({ props: { model: key, id }, emit, has }: ViewProps<typeof relatedRecords>) {
  const model = useModel(key)
  const inverses = model.data?.inverses ?? []
  if (!id || inverses.length === 0) return null
  return (
    <div className={styles.lists}>
      {inverses.map((inverse) => (
        <InverseList
          key={`${inverse.model}.${inverse.field}`}
          inverse={inverse}
          id={id}
          onOpen={has('opened') ? (other) => void emit('opened', { model: inverse.model, id: other }) : null}
        />
      ))}
    </div>
  )
}
