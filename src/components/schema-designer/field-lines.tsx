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
  arrayMove,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { fieldTypes } from '#contracts/field-types.ts'
import { isComputedField } from '#contracts/is-computed-field.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import type { FieldDraft } from './field-draft.ts'
import { computedKinds, fieldKinds } from './field-kinds.ts'
import styles from './schema-designer.module.css'

interface FieldLinesProps {
  label: string
  fields: readonly FieldDraft[]
  chosen: string | null
  titleKey: string | null
  problems: ReadonlyMap<string, string>
  onChoose: (id: string) => void
  onOrder: (fields: FieldDraft[]) => void
}

/** Fields in their order. The handle drags; with the keyboard it is Space, arrows, Space; the menu moves too. */
export function FieldLines(props: FieldLinesProps) {
  const { label, fields, onOrder } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent): void => {
    const from = fields.findIndex(({ id }) => id === active.id)
    const to = fields.findIndex(({ id }) => id === over?.id)
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove([...fields], from, to))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
      <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className={styles.lines} aria-label={label}>
          {fields.map((draft, at) => (
            <FieldLine key={draft.id} {...props} draft={draft} at={at} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function FieldLine({
  draft,
  at,
  fields,
  chosen,
  titleKey,
  problems,
  onChoose,
  onOrder,
}: FieldLinesProps & { draft: FieldDraft; at: number }) {
  const t = useTranslate()
  const { id, field, fresh } = draft
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const problem = problems.get(id)
  const kind = kindOf(field)
  const duties = isComputedField(field) ? null : field
  const move = (step: number): void => onOrder(arrayMove([...fields], at, at + step))
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(styles.line, chosen === id && styles.chosen, isDragging && styles.dragging)}
    >
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
      <button type="button" className={styles.open} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
        <span className={styles.kind} {...tooltip(t(kind.label))}>
          <Icon name={kind.icon} />
        </span>
        <span className={styles.words}>
          <span className={styles.fieldName}>{field.label || t('Without a name')}</span>
          <span className={problem ? styles.problem : styles.fieldKey}>
            {problem ?? `${field.key} · ${t(kind.label)}`}
          </span>
        </span>
        <span className={styles.marks}>
          {fresh && <Badge tone="accent">{t('New')}</Badge>}
          {titleKey === field.key && <Badge icon={null}>{t('Name')}</Badge>}
          {duties?.required && <Badge icon={null}>{t('Required')}</Badge>}
          {duties?.unique && <Badge icon={null}>{t('Unique')}</Badge>}
        </span>
      </button>
      <Menu
        align="end"
        items={[
          { label: t('Move up'), icon: 'arrow-up', disabled: at === 0, onSelect: () => move(-1) },
          {
            label: t('Move down'),
            icon: 'arrow-down',
            disabled: at === fields.length - 1,
            onSelect: () => move(1),
          },
          { kind: 'separator' },
          {
            label: t('Remove field'),
            icon: 'trash',
            tone: 'danger',
            onSelect: () => onOrder(fields.filter((one) => one.id !== id)),
          },
        ]}
      >
        {(trigger) => (
          <IconButton
            icon="dots"
            size="compact"
            label={t('Actions for {{name}}', { name: field.label })}
            {...trigger}
          />
        )}
      </Menu>
    </li>
  )
}

const kindOf = (field: FieldDefinition): { label: string; icon: string } =>
  isComputedField(field)
    ? computedKinds[field.type]
    : { label: fieldTypes[field.type].label, icon: fieldKinds[field.type].icon }
