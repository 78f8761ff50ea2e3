import type { FieldDefinition } from '#contracts/computed-field.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { linkedModel, type FormulaModel } from '../formula-editor/formula-names.ts'

interface LookupEditorProps {
  fields: readonly FieldDefinition[]
  models: readonly FormulaModel[]
  /** `item.price`; unfinished while it has one part. */
  path: string
  error: string | undefined
  onChange: (path: string) => void
}

const mostLinks = 3

/** Which field of a linked record is shown: first the link, then the field, which may be a link again. */
export function LookupEditor({ fields, models, path, error, onChange }: LookupEditorProps) {
  const t = useTranslate()
  const parts = path === '' ? [] : path.split('.')
  const steps: { label: string; fields: readonly FieldDefinition[]; value: string }[] = []
  let here: readonly FieldDefinition[] = fields
  let label = t('Linked by')
  for (let at = 0; at <= mostLinks; at++) {
    const value = parts[at] ?? ''
    steps.push({ label, fields: at === 0 ? here.filter((field) => linkedModel(field, models)) : here, value })
    const chosen = here.find(({ key }) => key === value)
    const target = chosen && linkedModel(chosen, models)
    if (!target) break
    label = t('Field of {{model}}', { model: target.label })
    here = target.fields.filter(({ type }) => type !== 'file' && type !== 'image')
  }
  if (steps[0]?.fields.length === 0)
    return <Notice tone="info">{t('A lookup needs a link: add a relation to one record first.')}</Notice>
  return steps.map(({ label: name, fields: offered, value }, at) => (
    <SelectField
      key={`${at} ${parts.slice(0, at).join('.')}`}
      label={name}
      required={at < 2}
      value={value}
      placeholder={at < 2 ? t('Choose …') : t('The link itself')}
      onChange={(next) => onChange([...parts.slice(0, at), ...(next === '' ? [] : [next])].join('.'))}
      options={offered.map((field) => ({ value: field.key, label: field.label }))}
      error={at === steps.length - 1 ? error : undefined}
    />
  ))
}
