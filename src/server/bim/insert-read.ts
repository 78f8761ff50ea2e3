import { formulaPlan } from '#kernel/formulas/plan.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { fillComputed } from '../formulas/fill-computed.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { insertObjects, type NewObject } from '../records/insert-objects.ts'
import type { RecordContext } from '../records/record-context.ts'

/** A value of a JSON field as text. Whoever makes one has asked what `jsonProblem` asks, by whichever way is cheaper. */
export class CheckedJson {
  private constructor(readonly text: string) {}

  /**
   * A text that comes from the process that reads foreign files. Throws for what is not one whole value: it is put among
   * others as it is.
   */
  static read(text: string): CheckedJson {
    // A tenth of what the insert takes; with the texts bound apart it would take three times as long.
    JSON.parse(text)
    return new CheckedJson(text)
  }

  /** What is written here is one whole value: it is not read again. */
  static write(value: object): CheckedJson {
    return new CheckedJson(JSON.stringify(value))
  }
}

type Values = Readonly<Record<string, unknown>>

/**
 * Inserts records that were read from a file: the product writes them, nobody's rights are asked. Answers their ids in
 * the order of `rows`. `more` tells of a record as it will be stored what else it says; `sent` is called when they are on their
 * way, so that something else can be done while the database is at them.
 */
export async function insertRead(
  context: RecordContext,
  model: ModelInfo,
  rows: readonly Values[],
  { more, sent }: { more?: (attributes: Values) => Values; sent?: () => void } = {},
): Promise<string[]> {
  if (rows.length === 0) return []
  const computes = formulaPlan(context.workspace).byModel.has(model.key)
  const objects = rows.map((row, index) => ({
    index,
    archetypeId: null,
    parentId: null,
    ...attributesOf(model, row, computes),
    unique: [],
  }))
  if (more)
    for (const { attributes } of objects)
      Object.assign(attributes, attributesOf(model, more(attributes), computes).attributes)
  await fillComputed(
    context,
    model,
    objects.map(({ attributes }) => ({ attributes, changed: null })),
  )
  const { ids, lost } = insertObjects(context, model, objects)
  sent?.()
  await lost
  const written = objects.flatMap(({ index, attributes }) => {
    const id = ids.get(index)
    return id === undefined ? [] : [{ id, before: null, after: attributes }]
  })
  await recalculate(context, model, written)
  return written.map(({ id }) => id)
}

// A file says what it likes: a value its field cannot hold is left out, and never the whole element. Texts are taken apart
// where formulas of the workspace look at records of the model.
function attributesOf(
  model: ModelInfo,
  row: Values,
  computes: boolean,
): Pick<NewObject, 'attributes'> & { texts: Record<string, string> } {
  const attributes: Record<string, unknown> = {}
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(row)) {
    const info = model.fields.get(key)
    if (info?.type === 'json' && value instanceof CheckedJson) {
      if (computes) attributes[key] = JSON.parse(value.text)
      else texts[key] = value.text
      continue
    }
    const normal = info && normaliseValue(info.field, value ?? null)
    if (normal && 'value' in normal && normal.value !== null) attributes[key] = normal.value
  }
  return { attributes, texts }
}
