import { invalid } from '#base/app-error.ts'
import { groupBy } from '#base/group-by.ts'
import { saying } from '#base/saying.ts'
import type { AgreedNode, CostEntry, ProgressBook } from '#estimating/progress-book.ts'
import type { PlannedDays } from '#estimating/planned-work.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { agreedStatuses } from './agreed-lines.ts'

/** A project with what was agreed, planned, done and spent. */
export interface LoadedProgress {
  book: ProgressBook
  currency: string
  /** What was agreed: a version each of its estimates. */
  versions: StoredRow[]
  /** The lines as they are stored, by id. */
  lines: Map<string, StoredRow>
  /** What was noted, as it is stored. */
  entries: StoredRow[]
}

/**
 * Reads what is known of projects, by their ids, those without an agreed version left out. The caller has asked
 * `requireWhole` and whether the projects may be seen. Six questions, however many projects.
 */
export async function loadProgress(
  context: RecordContext,
  projects: readonly string[],
): Promise<Map<string, LoadedProgress>> {
  const by = (rows: readonly StoredRow[], key: string) =>
    groupBy(rows, ({ attributes }) => textOf(attributes, key) ?? '')
  const estimates = await rowsOf(context, 'estimates', 'project', projects)
  const all = await rowsOf(context, 'estimate_versions', 'estimate', idsOf(estimates))
  const versions = all.filter(({ attributes }) => agreedStatuses.includes(attributes.status))
  const [lines, entries, costs, plans] = await Promise.all([
    rowsOf(context, 'estimate_lines', 'version', idsOf(versions)),
    rowsOf(context, 'progress_entries', 'estimate', idsOf(estimates)),
    rowsOf(context, 'actual_costs', 'project', projects),
    rowsOf(context, 'work_plans', 'estimate', idsOf(estimates)),
  ])
  const [linesOf, versionsOf, estimatesOf] = [
    by(lines, 'version'),
    by(versions, 'estimate'),
    by(estimates, 'project'),
  ]
  const [entriesOf, plansOf, costsOf] = [by(entries, 'estimate'), by(plans, 'estimate'), by(costs, 'project')]
  const found = new Map<string, LoadedProgress>()
  for (const project of projects) {
    const own = (estimatesOf.get(project) ?? []).toSorted(byNumber)
    const agreed = own.flatMap(({ id }) => versionsOf.get(id) ?? [])
    if (agreed.length === 0) continue
    const nodes = agreed.flatMap(({ id }) => linesOf.get(id) ?? [])
    const estimateOf = new Map(agreed.map(({ id, attributes }) => [id, String(attributes.estimate)]))
    found.set(project, {
      currency: oneCurrency(agreed),
      versions: agreed,
      lines: new Map(nodes.map((row) => [row.id, row])),
      entries: own.flatMap(({ id }) => entriesOf.get(id) ?? []),
      book: {
        nodes: agreed.flatMap(({ id }) => nodesOf(linesOf.get(id) ?? [], estimateOf.get(id) ?? '')),
        plans: planned(own.flatMap(({ id }) => plansOf.get(id) ?? [])),
        notes: own.flatMap(({ id }) => (entriesOf.get(id) ?? []).toSorted(byId).map(noteOf)),
        costs: (costsOf.get(project) ?? []).map(costOf),
      },
    })
  }
  return found
}

const idsOf = (rows: readonly StoredRow[]): string[] => rows.map(({ id }) => id)
const byId = (a: StoredRow, b: StoredRow): number => (a.id < b.id ? -1 : 1)
const byNumber = (a: StoredRow, b: StoredRow): number =>
  String(a.attributes.number) < String(b.attributes.number) ? -1 : 1
const byPlace = (a: StoredRow, b: StoredRow): number =>
  String(a.attributes.place) < String(b.attributes.place) ? -1 : 1

/** The same line in all versions of an estimate; lineages of different estimates are kept apart. */
const keyOf = (estimate: unknown, lineage: unknown): string => `${String(estimate)}/${String(lineage)}`

function oneCurrency(versions: readonly StoredRow[]): string {
  const currencies = new Set(versions.map(({ attributes }) => textOf(attributes, 'currency') ?? 'EUR'))
  const [first = 'EUR', second] = currencies
  if (second === undefined) return first
  const text = 'What was agreed is in {{first}} and in {{second}}: amounts of two currencies do not add up.'
  throw invalid([{ path: 'project', code: 'currencies', ...saying(text, { first, second }) }])
}

const nodesOf = (rows: readonly StoredRow[], estimate: string): AgreedNode[] =>
  rows.toSorted(byPlace).flatMap(({ id, attributes }) => {
    const text = (key: string): string | null => textOf(attributes, key)
    const kind = text('kind')
    if (kind !== 'section' && kind !== 'line') return []
    return [
      {
        id,
        key: keyOf(estimate, text('lineage') ?? id),
        kind,
        parent: text('parent'),
        number: text('number') ?? '',
        title: text('title') ?? '',
        unit: text('unit'),
        quantity: text('quantity'),
        total: text('node_total') ?? '0.00',
      },
    ]
  })

function planned(rows: readonly StoredRow[]): Map<string, PlannedDays> {
  return new Map(
    rows.flatMap(({ attributes }) => {
      const [start, finish] = [textOf(attributes, 'start'), textOf(attributes, 'finish')]
      if (start === null || finish === null) return []
      return [[keyOf(attributes.estimate, attributes.lineage), { start, finish }]]
    }),
  )
}

const noteOf = ({ attributes }: StoredRow): ProgressBook['notes'][number] => ({
  key: keyOf(attributes.estimate, attributes.lineage),
  day: textOf(attributes, 'day') ?? '',
  place: textOf(attributes, 'place'),
  quantity: attributes.method === 'quantity' ? textOf(attributes, 'quantity') : null,
  percent: attributes.method === 'quantity' ? null : textOf(attributes, 'percent'),
})

const costOf = ({ attributes }: StoredRow): CostEntry => ({
  key: textOf(attributes, 'lineage') === null ? null : keyOf(attributes.estimate, attributes.lineage),
  day: textOf(attributes, 'day') ?? '',
  amount: textOf(attributes, 'amount') ?? '0',
  hours: textOf(attributes, 'hours'),
})
