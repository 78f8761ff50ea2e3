import type { StagedImport } from '#contracts/api/imports.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import type { ImportPlan } from './import-plan.ts'
import { newChoices, withChoices } from './new-choices.ts'

interface AddChoicesProps {
  staged: StagedImport
  plan: ImportPlan
  fields: readonly FieldDescription[]
}

/** Of each field of choices what only the file says, with a button that adds it for who may change the model. */
export function AddChoices({ staged, plan, fields }: AddChoicesProps) {
  const found = newChoices(plan, staged, fields)
  return found.length === 0 || plan.model === null ? null : <Missing model={plan.model} found={found} />
}

function Missing({ model, found }: { model: string; found: ReturnType<typeof newChoices> }) {
  const t = useTranslate()
  const api = useApi()
  const models = useModels()
  const rights = useAnswer(['standard-models'], () => api.call('GET /api/standard-models'), {
    freshFor: 60_000,
  })
  const refresh = useRefreshModel()
  const { busy, act } = useAct(() => void refresh('sys_model'))
  const id = models.data?.find(({ key }) => key === model)?.id
  const mayAdd = rights.data?.may_add === true && id !== undefined
  const add = async (): Promise<void> => {
    const { schema } = await api.call('GET /api/models/{id}', { params: { id: id ?? '' } })
    if (!schema) return
    const fields = withChoices(schema.fields, found)
    await api.call('PUT /api/models/{id}', {
      params: { id: id ?? '' },
      body: { base: schema, schema: { ...schema, version: schema.version + 1, fields } },
    })
  }
  return (
    <Notice
      tone="warning"
      title={t('Not among the choices')}
      actions={
        mayAdd && (
          <Button size="compact" icon="plus" loading={busy} onClick={() => void act(add)}>
            {t('Add these choices')}
          </Button>
        )
      }
    >
      {found.map(({ key, label, values }) => (
        <p key={key}>{t('{{field}}: {{values}}', { field: label, values: shortList(values) })}</p>
      ))}
      <p>
        {t('Rows that say so are refused.')}{' '}
        {rights.data && !mayAdd && t('Whoever manages models in your workspace can add these choices.')}
      </p>
    </Notice>
  )
}

const shown = 12
const shortList = (values: readonly string[]): string =>
  values.length > shown ? `${values.slice(0, shown).join(', ')} … (${values.length})` : values.join(', ')
