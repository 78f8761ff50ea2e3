import { useEffect, useRef, useState } from 'react'
import type { ComputedType, FieldDefinition } from '#contracts/computed-field.ts'
import type { FieldType } from '#contracts/field-types.ts'
import { isComputedField, plainFields } from '#contracts/is-computed-field.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { keyFromLabel } from '#base/key-from-label.ts'
import { ComputedPanel } from './computed-panel.tsx'
import { newField, type FieldDraft, type GroupDraft } from './field-draft.ts'
import { FieldLines } from './field-lines.tsx'
import { FieldPanel } from './field-panel.tsx'
import styles from './schema-designer.module.css'
import type { SchemaDraft, Stored } from './schema-source.ts'
import { TogetherEditor } from './together-editor.tsx'
import { TypePicker } from './type-picker.tsx'

interface SchemaEditorProps {
  stored: Stored
  draft: SchemaDraft
  /** What is wrong, by line. */
  problems: ReadonlyMap<string, string>
  onChange: (draft: SchemaDraft) => void
}

/** The list of fields at the left, the chosen one at the right. */
export function SchemaEditor({ stored, draft, problems, onChange }: SchemaEditorProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string | null>(null)
  const panel = useRef<HTMLElement>(null)
  const added = useRef<string | null>(null)
  useEffect(() => {
    // On a narrow screen the panel stands below the list.
    if (chosen !== null && matchMedia('(max-width: 900px)').matches)
      panel.current?.scrollIntoView({ block: 'start' })
    // What was just added wants a name: it is typed at once.
    if (chosen === null || chosen !== added.current) return
    const name = panel.current?.querySelector('input')
    name?.focus()
    name?.select()
  }, [chosen])
  const all = draft.groups.flatMap(({ fields }) => fields)
  const current = all.find(({ id }) => id === chosen)
  const taken = new Set(all.map(({ field }) => field.key))

  const setGroup = (at: number, group: GroupDraft): void =>
    onChange({ ...draft, groups: draft.groups.with(at, group) })
  const setField = (id: string, change: (draft: FieldDraft) => FieldDraft | null): void =>
    onChange({
      ...draft,
      groups: draft.groups.map((group) => ({
        ...group,
        fields: group.fields.flatMap((one) => (one.id === id ? (change(one) ?? []) : [one])),
      })),
    })
  const add = (at: number, type: FieldType | ComputedType): void => {
    const group = draft.groups[at]
    if (!group) return
    const made = newField(type, t('New field'), taken)
    setGroup(at, { ...group, fields: [...group.fields, made] })
    added.current = made.id
    setChosen(made.id)
  }
  const addGroup = (): void => {
    const label = t('New group')
    const key = keyFromLabel(label, new Set(draft.groups.map((group) => group.key)))
    onChange({ ...draft, groups: [...draft.groups, { key, label, fields: [] }] })
  }
  const change = (field: FieldDefinition): void => {
    if (!current) return
    const others = new Set([...taken].filter((key) => key !== current.field.key))
    // A new field is named once; its key follows until it is released or written by hand.
    const follows = current.fresh && field.key === current.field.key && field.label !== current.field.label
    const key =
      follows && current.field.key === keyFromLabel(current.field.label, others)
        ? keyFromLabel(field.label, others)
        : field.key
    setField(current.id, (one) => ({ ...one, field: { ...field, key } }))
  }

  const othersOf = ({ id }: FieldDraft): FieldDefinition[] =>
    all.filter((one) => one.id !== id).map(({ field }) => field)
  const shared = (line: FieldDraft) => ({
    problem: problems.get(line.id),
    onChange: change,
    onRemove: () => {
      setField(line.id, () => null)
      setChosen(null)
    },
    onDuplicate: () => duplicate(line),
  })
  const duplicate = ({ id, field }: FieldDraft): void => {
    const copy = newField(field.type, t('{{name}} copy', { name: field.label }), taken)
    const made = { ...copy, field: { ...field, key: copy.field.key, label: copy.field.label } }
    onChange({
      ...draft,
      groups: draft.groups.map((group) => ({
        ...group,
        fields: group.fields.flatMap((one) => (one.id === id ? [one, made] : [one])),
      })),
    })
    setChosen(made.id)
  }

  return (
    <div className={styles.designer}>
      <div className={styles.lists}>
        {draft.groups.map((group, at) => (
          <section key={group.key} className={styles.group} aria-label={group.label || draft.name}>
            {stored.kind === 'archetype' && (
              <div className={styles.groupHead}>
                <TextField
                  label={t('Group')}
                  hideLabel
                  value={group.label}
                  onChange={(label) => setGroup(at, { ...group, label })}
                  className={styles.groupName}
                />
                {draft.groups.length > 1 && group.fields.length === 0 && (
                  <Button
                    size="compact"
                    variant="ghost"
                    icon="trash"
                    onClick={() =>
                      onChange({ ...draft, groups: draft.groups.filter((_group, other) => other !== at) })
                    }
                  >
                    {t('Remove group')}
                  </Button>
                )}
              </div>
            )}
            {group.fields.length === 0 ? (
              <EmptyState compact icon="list" title={t('No fields yet')}>
                {t('Fields hold what you know about each record: a name, a price, a day.')}
              </EmptyState>
            ) : (
              <FieldLines
                label={group.label || draft.name}
                fields={group.fields}
                chosen={chosen}
                titleKey={draft.title_field}
                problems={problems}
                onChoose={setChosen}
                onOrder={(fields) => setGroup(at, { ...group, fields })}
              />
            )}
            <Popover
              label={t('Add field')}
              // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
              content={(close) => (
                <TypePicker
                  computed={stored.kind === 'model'}
                  onPick={(type) => {
                    add(at, type)
                    close()
                  }}
                />
              )}
            >
              {(trigger) => (
                <Button icon="plus" {...trigger}>
                  {t('Add field')}
                </Button>
              )}
            </Popover>
          </section>
        ))}
        {stored.kind === 'archetype' && (
          <Button variant="ghost" icon="plus" onClick={addGroup}>
            {t('Add group')}
          </Button>
        )}
        {stored.kind === 'model' && all.length > 0 && (
          <div className={styles.settings}>
            <TextField
              label={t('One record is')}
              help={t('Where a single record is shown: customer, not customers.')}
              placeholder={draft.name}
              maxLength={80}
              value={draft.singular}
              onChange={(singular) => onChange({ ...draft, singular })}
            />
            <SelectField
              label={t('A record is called by')}
              help={t('In titles, links and pickers.')}
              value={draft.title_field ?? ''}
              placeholder={t('The first text field')}
              onChange={(key) => onChange({ ...draft, title_field: key === '' ? null : key })}
              options={all
                .filter(({ field }) =>
                  ['text', 'email', 'select', 'integer', 'sequence'].includes(field.type),
                )
                .map(({ field }) => ({ value: field.key, label: field.label }))}
            />
            <Switch
              label={t('Refuse values without a field')}
              help={t('Otherwise other systems may keep their own keys with a record.')}
              checked={draft.strict}
              onChange={(strict) => onChange({ ...draft, strict })}
            />
            <TogetherEditor
              fields={plainFields(all.map(({ field }) => field))}
              sets={draft.unique_together}
              onChange={(unique_together) => onChange({ ...draft, unique_together })}
            />
          </div>
        )}
      </div>
      <aside ref={panel} className={styles.panel} aria-label={t('Field')}>
        {current && isComputedField(current.field) && stored.kind === 'model' ? (
          <ComputedPanel
            key={current.id}
            model={stored.model}
            field={current.field}
            fresh={current.fresh}
            {...shared(current)}
            others={othersOf(current)}
          />
        ) : current && !isComputedField(current.field) ? (
          <FieldPanel
            key={current.id}
            draft={{ field: current.field, fresh: current.fresh }}
            {...shared(current)}
            others={plainFields(othersOf(current))}
          />
        ) : (
          <p className={styles.hint}>{t('Choose a field to change it.')}</p>
        )}
      </aside>
    </div>
  )
}
