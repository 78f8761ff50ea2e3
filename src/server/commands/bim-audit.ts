import { z } from 'zod'
import { isJsonObject } from '#base/json.ts'
import type { Where } from '#contracts/query.ts'
import { auditVolume, type AuditState } from '../bim/audit-quantities.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { readElements } from '../takeoff/read-elements.ts'
import { defineCommand } from './command.ts'

const most = 500

// What needs to be looked at first; what agrees is only counted.
const order: readonly AuditState[] = ['oversize', 'zero', 'differs', 'near', 'undeclared', 'unmeasured']

/**
 * How the volumes a file declares stand to those of its triangles, over the elements this reader sees: how many agree, and
 * those that do not, the farthest off first; of many the first 500. `ignored`: the names of quantities that say nothing about
 * a whole element, the most frequent first, so that nobody wonders where they went; null for who does not see them.
 */
export const auditOfModel = defineCommand({
  name: 'bim.audit',
  title: 'Audit the quantities of a model',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    await visibleRow(context, 'bim_model_versions', version, 'read')
    const why = 'Your role does not see the quantities of building elements.'
    requireReadable(context, { bim_elements: ['version', 'quantities'] }, why)
    const fields = ['id', 'name', 'ifc_class', 'type_name', 'storey', 'quantities']
    const rows = await readElements(context, [version], { fields })
    const audited = rows.flatMap((row) => {
      const found = auditVolume(row['quantities'])
      if (!found) return []
      const facts = ['name', 'ifc_class', 'type_name', 'storey'].map((key) => [key, textOf(row, key)])
      return [
        { id: String(row['id']), ...(Object.fromEntries(facts) as Record<string, string | null>), ...found },
      ]
    })
    const count = (state: AuditState): number => audited.filter((one) => one.state === state).length
    const listed = audited
      .filter(({ state }) => state !== 'agrees')
      .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || farness(b.off) - farness(a.off))
    return {
      elements: rows.length,
      agrees: count('agrees'),
      near: count('near'),
      differs: count('differs'),
      oversize: count('oversize'),
      zero: count('zero'),
      undeclared: count('undeclared'),
      unmeasured: count('unmeasured'),
      ignored: await ignoredNames(context, version),
      more: listed.length > most,
      listed: listed.slice(0, most).map((one) => ({ ...one, finding: findings[one.state] })),
    }
  },
})

async function ignoredNames(
  context: RecordContext,
  version: string,
): Promise<{ name: string; count: number }[] | null> {
  const model = modelFor(context, 'bim_model_versions', 'read')
  if (!context.access.readable(model).has('ignored_names')) return null
  const where: Where = { field: 'id', op: 'eq', value: version }
  const { rows } = await ask(context, {
    model: model.key,
    fields: ['ignored_names'],
    where,
    page: { size: 1 },
  })
  const counts = rows[0]?.['ignored_names']
  if (!isJsonObject(counts)) return []
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count: Number(count) }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, most)
}

const farness = (off: string | null): number => Math.abs(Number(off ?? 0))

const findings: Readonly<Record<AuditState, string>> = {
  agrees: 'Agrees',
  near: 'Within 5 %',
  differs: 'More than 5 % off',
  oversize: 'More area than its body has',
  zero: 'Declared as zero',
  undeclared: 'Not declared',
  unmeasured: 'Not measured',
}
