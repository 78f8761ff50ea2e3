import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import type { Engine } from '#engine/engine-context.tsx'

/** A record that holds what was typed. */
export interface RecordHit {
  model: { key: string; label: string; icon: string; titleField: string | null }
  row: Row
}

const MODELS = 20
const PER_MODEL = 4

/** Every model this person may read, by name; what `searchRecords` looks into. */
export async function searchableModels({ ask }: Pick<Engine, 'ask'>): Promise<RecordHit['model'][]> {
  const { rows } = await ask({
    model: 'sys_model',
    fields: ['key', 'label', 'icon'],
    sort: [{ field: 'label', dir: 'asc' }],
    page: { size: MODELS },
  })
  return rows.map(({ key, label, icon }) => ({
    key: String(key),
    label: String(label),
    icon: typeof icon === 'string' ? icon : 'file',
    titleField: null,
  }))
}

/**
 * Records of these models that hold a text: one call for all of them, then the names of their title fields where there is
 * something found. A model that cannot be searched does not hide the others; when none can, the first refusal is thrown.
 */
export async function searchRecords(
  { ask, describe }: Pick<Engine, 'ask'> & { describe(model: string): Promise<ModelDescription> },
  models: readonly RecordHit['model'][],
  text: string,
): Promise<RecordHit[]> {
  const answers = await Promise.allSettled(
    models.map(({ key }) => ask({ model: key, search: text, page: { size: PER_MODEL } })),
  )
  const refused = answers.find((answer) => answer.status === 'rejected')
  if (refused && answers.every((answer) => answer.status === 'rejected')) throw refused.reason
  const found = await Promise.all(
    answers.map(async (answer, at) => {
      const model = models[at]
      if (!model || answer.status === 'rejected' || answer.value.rows.length === 0) return []
      // Without its description a record is called by its first text.
      const titleField = await describe(model.key).then(
        (description) => description.title_field,
        () => null,
      )
      return answer.value.rows.map((row) => ({ model: { ...model, titleField }, row }))
    }),
  )
  return found.flat()
}
