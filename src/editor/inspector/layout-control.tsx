import { listOf } from '#engine/data/list-of.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import type { LayoutSummary } from '#contracts/layout-answer.ts'
import { Combobox } from '#ui/combobox.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'

/** One of the workspace's screens, by key. */
export function LayoutControl({ label, path, value, onChange, error }: ControlProps) {
  const api = useApi()
  const t = useTranslate()
  const { data } = useAnswer(['editor', 'layouts'], async () =>
    listOf<LayoutSummary>(await api.call('GET /api/layouts')),
  )
  return (
    <Combobox
      label={label}
      hideLabel
      compact
      id={`editor-${path}`}
      error={error}
      clearable={false}
      placeholder={t('Choose a screen')}
      value={typeof value === 'string' ? value : ''}
      options={(data ?? []).map(({ key, title }) => ({ value: key, label: title, detail: key }))}
      onChange={(next) => onChange(next)}
    />
  )
}
