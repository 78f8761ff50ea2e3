import { z } from 'zod'
import type { NodeChange } from '#estimating/compare-estimates.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { textOf } from '../estimates/read-value.ts'
import { buildProposal } from '../takeoff/build-proposal.ts'
import { defineCommand } from './command.ts'

/** What a run would change of a version, line by line and in money. Nothing is written; `hash` is what one accepts. */
export const proposeTakeoff = defineCommand({
  name: 'takeoff.propose',
  title: 'Propose lines',
  input: z.strictObject({ run: z.uuid(), version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { run, version }) {
    const proposal = await buildProposal(context, run, version)
    const { stored, changed, removed, same, priced, changes, titles, bridge, currency, net, hash } = proposal
    const quantities = new Map(changed.map(({ line, quantity }) => [line.id, quantity]))
    const rows = new Map(stored.lines.map((line) => [line.id, line.attributes]))
    const added = new Map(priced.map((one) => [one.id, one]))
    return {
      hash,
      currency,
      version: textOf(stored.version.attributes, 'title') ?? '',
      status: textOf(stored.version.attributes, 'status') ?? '',
      open: stored.version.attributes.status === 'draft',
      added: priced.length,
      changed: changed.length,
      removed: removed.length,
      same: same.length,
      net: { ...net, difference: roundHalfUp(decimal(net.after).minus(net.before), 2) },
      bridge: { ...bridge },
      lines: changes.map((change) => {
        const id = change.after ?? change.before ?? ''
        const [was, fresh] = [rows.get(id), added.get(id)]
        const before = fresh ? null : textOf(was ?? {}, 'quantity')
        const after = change.after === null ? null : (fresh?.group.quantity ?? quantities.get(id) ?? before)
        return {
          line: fresh ? null : id,
          what: wordFor(change),
          title: titles.get(id) ?? '',
          section: fresh ? fresh.group.sections.join(' / ') : '',
          unit: fresh?.group.unit ?? textOf(was ?? {}, 'unit') ?? '',
          before: plain(before),
          after: plain(after),
          money: roundHalfUp(decimal(change.scope).plus(change.quantity).plus(change.price), 2),
          lacks: fresh?.lacks ?? null,
        }
      }),
    }
  },
})

const wordFor = ({ before, after }: NodeChange): string =>
  before === null ? 'Added' : after === null ? 'Removed' : 'Changed'

const plain = (value: string | null): string | null => (value === null ? null : decimalText(decimal(value)))
