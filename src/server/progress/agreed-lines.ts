import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'

type Values = Readonly<Record<string, unknown>>

/** Versions that are what is built by. */
export const agreedStatuses: readonly unknown[] = ['accepted', 'contracted']

/** A node of an estimate with what it belongs to. */
export interface AgreedLine {
  kind: string | null
  /** Whether its version is what is built by. */
  agreed: boolean
  /** Of its version. */
  currency: string | null
  /** What records about it carry, so that they are found by project and hold in later versions. */
  values: {
    title: string | null
    number: string | null
    lineage: string
    estimate: string | null
    project: string | null
  }
}

/** The lines that some records name, by their ids. Three questions, however many records. */
export async function agreedLines(
  context: RecordContext,
  records: readonly Values[],
): Promise<Map<string, AgreedLine>> {
  const read = async (key: string, ids: Iterable<string>): Promise<Map<string, StoredRow>> => {
    const rows = await loadObjects(context, modelNamed(context, key), [...ids])
    return new Map(rows.map((row) => [row.id, row]))
  }
  const attributesOf = (rows: ReadonlyMap<string, StoredRow>): Values[] =>
    [...rows.values()].map(({ attributes }) => attributes)
  const lines = await read('estimate_lines', linkedIds(records, 'line'))
  const versions = await read('estimate_versions', linkedIds(attributesOf(lines), 'version'))
  const estimates = await read('estimates', linkedIds(attributesOf(versions), 'estimate'))
  return new Map(
    [...lines.values()].map(({ id, attributes }) => {
      const version = versions.get(textOf(attributes, 'version') ?? '')
      const estimate = estimates.get(textOf(version?.attributes ?? {}, 'estimate') ?? '')
      const values = {
        title: textOf(attributes, 'title'),
        number: textOf(attributes, 'number'),
        lineage: textOf(attributes, 'lineage') ?? id,
        estimate: estimate?.id ?? null,
        project: textOf(estimate?.attributes ?? {}, 'project'),
      }
      const agreed = agreedStatuses.includes(version?.attributes.status)
      const currency = textOf(version?.attributes ?? {}, 'currency')
      return [id, { kind: textOf(attributes, 'kind'), agreed, currency, values }]
    }),
  )
}
