import { lazy, Suspense, useState } from 'react'
import type { Model } from '#contracts/model.ts'
import type { Where } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { useRecordNames } from '../filter-bar/use-record-names.ts'
import { whereWords } from '../filter-bar/where-words.ts'
import styles from './grant-matrix.module.css'
import { withOutsideVerb, withVerb } from './role-draft.ts'
import { outsideVerbs, verbs, verbTitle, type ModelGrant, type OutsideRole, type Verb } from './role-parts.ts'

const GroupDialog = lazy(() =>
  import('../filter-bar/group-dialog.tsx').then((module) => ({ default: module.GroupDialog })),
)

const FieldsDialog = lazy(() =>
  import('./fields-dialog.tsx').then((module) => ({ default: module.FieldsDialog })),
)

type Grants = Record<string, ModelGrant>

interface GrantTableProps {
  grants: Grants
  models: readonly Model[]
  /** Set for those who do not work here: fewer verbs, and no line for every other model. */
  outside?: OutsideRole
  onChange: (grants: Grants) => void
}

/** Models down, verbs across. A model without a line of its own follows the line of all others. */
export function GrantTable({ grants, models, outside, onChange }: GrantTableProps) {
  const t = useTranslate()
  const [ruling, setRuling] = useState<Model | null>(null)
  const [choosing, setChoosing] = useState<Model | null>(null)
  const lines = [
    ...models.map((model) => ({ key: model.key, label: model.label, model })),
    ...(outside ? [] : [{ key: '*', label: t('Every other model'), model: null }]),
  ]
  const offered: readonly Verb[] = outside ? outsideVerbs[outside] : verbs
  const put = (key: string, grant: ModelGrant | null): void =>
    onChange(grant ? { ...grants, [key]: grant } : without(key))
  const grantOf = (key: string): ModelGrant => grants[key] ?? grants['*'] ?? { verbs: ['read'] }
  const without = (key: string): Grants =>
    Object.fromEntries(Object.entries(grants).filter(([one]) => one !== key))
  return (
    <section className={styles.scroll} aria-label={t('Rights of the role')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Model')}</th>
            {offered.map((verb) => (
              <th key={verb} scope="col" className={styles.verb}>
                {t(verbTitle(verb))}
              </th>
            ))}
            <th scope="col">{t('Which records')}</th>
            <th scope="col">{t('Which fields')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label, model }) => {
            const own = grants[key]
            const shown = own ?? grants['*'] ?? { verbs: [] }
            return (
              <tr key={key} className={own || outside ? undefined : styles.inherited}>
                <th scope="row">{label}</th>
                {offered.map((verb) => (
                  <td key={verb} className={styles.verb}>
                    <Checkbox
                      hideLabel
                      label={`${label}: ${t(verbTitle(verb))}`}
                      checked={shown.verbs.includes(verb)}
                      onChange={(on) =>
                        put(
                          key,
                          outside ? withOutsideVerb(own, verb, on, outside) : withVerb(shown, verb, on),
                        )
                      }
                    />
                  </td>
                ))}
                <td className={styles.rows}>
                  {model && shown.verbs.includes('read') && (
                    <RowRule model={model} rows={shown.rows ?? null} onOpen={() => setRuling(model)} />
                  )}
                  {own && key !== '*' && !outside && (
                    <Button size="compact" variant="ghost" onClick={() => put(key, null)}>
                      {t('As all others')}
                    </Button>
                  )}
                </td>
                <td>
                  {model && shown.verbs.length > 0 && (
                    <Button
                      size="compact"
                      variant="ghost"
                      icon="columns"
                      onClick={() => setChoosing(model)}
                      className={styles.rule}
                    >
                      {fieldWords(shown, outside, t)}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {ruling && (
        <RuleDialog
          model={ruling}
          rows={(grants[ruling.key] ?? grants['*'])?.rows ?? null}
          onClose={() => setRuling(null)}
          onTake={(rows) => {
            put(ruling.key, { ...grantOf(ruling.key), rows })
            setRuling(null)
          }}
        />
      )}
      {choosing && (
        <Suspense>
          <FieldsDialog
            model={choosing}
            grant={grantOf(choosing.key)}
            outside={outside !== undefined}
            onClose={() => setChoosing(null)}
            onTake={(fields) => {
              const { fields: _before, ...grant } = grantOf(choosing.key)
              put(choosing.key, fields ? { ...grant, fields } : grant)
              setChoosing(null)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function fieldWords({ fields }: ModelGrant, outside: OutsideRole | undefined, t: Translate): string {
  if (!fields && !outside) return t('All fields')
  const read = fields?.read.length ?? 0
  const write = fields?.write.length ?? 0
  if (read + write === 0) return t('No fields')
  return t('{{read}} read, {{write}} written', { read, write })
}

function RowRule({ model, rows, onOpen }: { model: Model; rows: Where | null; onOpen: () => void }) {
  const t = useTranslate()
  const region = useRegion()
  const description = useModel(rows ? model.key : null)
  const fields = new Map(description.data?.fields.map((field) => [field.key, field]))
  return (
    <Button size="compact" variant="ghost" icon="filter" onClick={onOpen} className={styles.rule}>
      {rows ? whereWords(rows, fields, region) : t('All records')}
    </Button>
  )
}

function RuleDialog({
  model,
  rows,
  onTake,
  onClose,
}: {
  model: Model
  rows: Where | null
  onTake: (rows: Where | null) => void
  onClose: () => void
}) {
  const t = useTranslate()
  const description = useModel(model.key)
  // Fetched with the words of the rule, so that records it names are named when the dialog opens.
  useRecordNames(description.data ?? emptyModel, rows)
  if (!description.data) return null
  return (
    <Suspense>
      <GroupDialog
        model={description.data}
        value={rows}
        rule
        onTake={onTake}
        onClose={onClose}
        words={{
          description: t('The role sees and changes only records that meet these.'),
          take: t('Limit to these'),
        }}
      />
    </Suspense>
  )
}

const emptyModel = {
  key: '',
  id: null,
  label: '',
  title_field: null,
  fields: [],
  can: { create: false, update: false, delete: false, export: false },
}
