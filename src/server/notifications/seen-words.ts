import { groupBy } from '#base/group-by.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { About } from './about.ts'
import type { ProductSubject } from './product-subjects.ts'

/** What is told, with the records it is about. */
export interface Words {
  subject: string
  message: string
  link: string
  about: readonly About[]
}

const unseen: ProductSubject = 'About a record you can no longer see'

/**
 * Words as this reader may read them now: where they were made from a record that is gone or not theirs to see, or from a
 * field of it that is not, nothing of them is left but that. Each model they are about is asked once, for all of them.
 */
export async function seenWords<T extends Words>(
  context: RecordContext,
  rows: readonly T[],
): Promise<Omit<T, 'about'>[]> {
  const isSeen = await seenAbout(
    context,
    rows.flatMap(({ about }) => about),
  )
  return rows.map(({ about, ...row }) =>
    about.every(isSeen) ? row : { ...row, ours: true, subject: unseen, message: '', link: '' },
  )
}

async function seenAbout(context: RecordContext, about: readonly About[]): Promise<(one: About) => boolean> {
  const { workspace, access } = context
  const visible = new Set<string>()
  for (const [modelId, ofModel] of groupBy(about, ({ model }) => model ?? '')) {
    const model = workspace.modelsById.get(modelId)
    if (!model) continue
    const ids = [...new Set(ofModel.map(({ id }) => id))]
    for (const id of await visibleIds(context, model.key, ids)) visible.add(id)
  }
  return ({ model: modelId, id, fields = [] }) => {
    const model = workspace.modelsById.get(modelId ?? '')
    if (!model || !visible.has(id)) return false
    const readable = access.readable(model)
    return fields.every((field) => readable.has(field))
  }
}
