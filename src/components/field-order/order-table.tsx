import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { isShownIn, type FieldPlace } from '#contracts/shown-in.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { fieldTypes } from '#contracts/field-types.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { computedKinds, fieldKinds } from '../schema-designer/field-kinds.ts'
import styles from './field-order.module.css'
import { moved, withPlace } from './shown-fields.ts'

interface OrderTableProps {
  fields: readonly FieldDefinition[]
  titleKey: string | null
  onChange: (fields: FieldDefinition[]) => void
}

const isRequired = (field: FieldDefinition): boolean => 'required' in field && field.required === true

const placesOf = (t: Translate): [FieldPlace, string][] => [
  ['list', t('List')],
  ['detail', t('Record')],
  ['form', t('Form')],
]

/** Fields in their order with the places each shows in. The handle drags, the arrows do the same. */
export function OrderTable(props: OrderTableProps) {
  const { fields, onChange } = props
  const t = useTranslate()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent): void => {
    const from = fields.findIndex(({ key }) => key === active.id)
    const to = fields.findIndex(({ key }) => key === over?.id)
    if (from >= 0 && to >= 0 && from !== to) onChange(moved(fields, from, to))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={fields.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              {placesOf(t).map(([place, label]) => (
                <th key={place} scope="col" className={styles.place}>
                  {label}
                </th>
              ))}
              <th scope="col" className={styles.steps}>
                <span className={styles.hidden}>{t('Order')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <OrderRow key={field.key} {...props} field={field} at={at} />
            ))}
          </tbody>
        </table>
      </SortableContext>
    </DndContext>
  )
}

function OrderRow({
  field,
  at,
  fields,
  titleKey,
  onChange,
}: OrderTableProps & { field: FieldDefinition; at: number }) {
  const t = useTranslate()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: field.key })
  const set = (place: FieldPlace, on: boolean): void =>
    onChange(fields.map((one) => (one.key === field.key ? withPlace(one, place, on) : one)))
  return (
    <tr
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(isDragging && styles.dragging)}
    >
      <th scope="row" className={styles.field}>
        <span className={styles.name}>
          <button
            ref={setActivatorNodeRef}
            type="button"
            className={styles.handle}
            {...attributes}
            {...listeners}
            aria-label={t('Move {{name}}', { name: field.label })}
          >
            <Icon name="grip" />
          </button>
          <Icon
            name={isComputedField(field) ? computedKinds[field.type].icon : fieldKinds[field.type].icon}
            label={t(isComputedField(field) ? computedKinds[field.type].label : fieldTypes[field.type].label)}
            className={styles.kind}
          />
          <span className={styles.words}>{field.label}</span>
          <span className={styles.marks}>
            {field.key === titleKey && <Badge icon={null}>{t('Name')}</Badge>}
            {isRequired(field) && <Badge icon={null}>{t('Required')}</Badge>}
          </span>
        </span>
      </th>
      {placesOf(t).map(([place, label]) => (
        <td key={place} className={styles.place}>
          <Checkbox
            hideLabel
            label={`${field.label}: ${label}`}
            checked={isShownIn(field, place)}
            disabled={place === 'form' && isRequired(field)}
            onChange={(on) => set(place, on)}
          />
        </td>
      ))}
      <td className={styles.steps}>
        <IconButton
          icon="arrow-up"
          size="compact"
          label={t('Move {{name}} up', { name: field.label })}
          disabled={at === 0}
          onClick={() => onChange(moved(fields, at, at - 1))}
        />
        <IconButton
          icon="arrow-down"
          size="compact"
          label={t('Move {{name}} down', { name: field.label })}
          disabled={at === fields.length - 1}
          onClick={() => onChange(moved(fields, at, at + 1))}
        />
      </td>
    </tr>
  )
}
