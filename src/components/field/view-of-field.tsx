import type { FieldDescription } from '#contracts/model-description.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { CellProps } from './cells.tsx'
import styles from './cells.module.css'
import { fieldViewOf, type FieldView } from './field-views.ts'

/** How a field draws its values in a line: with a mark while values of it are still being worked out. */
export const viewOfField = ({ type, pending }: Pick<FieldDescription, 'type' | 'pending'>): FieldCell =>
  pending ? pendingView : fieldViewOf(type)

type FieldCell = Pick<FieldView, 'cell' | 'draw'>

function PendingCell(props: CellProps) {
  const t = useTranslate()
  const { cell: Cell } = fieldViewOf(props.field.type)
  return (
    <span className={styles.pending}>
      <Icon name="clock" label={t('Being worked out anew')} />
      <Cell {...props} />
    </span>
  )
}

const pendingView: FieldCell = { cell: PendingCell }
