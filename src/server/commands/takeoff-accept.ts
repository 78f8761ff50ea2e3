import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { holdVersions } from '../estimates/hold-versions.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { lockedVersion } from '../estimates/locked-version.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { acceptProposal } from '../takeoff/accept-proposal.ts'
import { buildProposal } from '../takeoff/build-proposal.ts'
import { defineCommand } from './command.ts'

/**
 * Writes a proposal into a draft, all of it or nothing. `hash` is that of the proposal a person has seen: where the draft,
 * the prices or the run have changed since, it is refused (422 `changed`), and where the version is no draft (422 `locked`).
 */
export const acceptTakeoff = defineCommand({
  name: 'takeoff.accept',
  title: 'Accept proposal',
  input: z.strictObject({ run: z.uuid(), version: z.uuid(), hash: z.string().length(64) }),
  changes: [
    'estimate_lines',
    'estimate_resources',
    'estimate_versions',
    'estimates',
    'line_links',
    'node_lines',
  ],
  async run(context, { run, version, hash }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    const [held] = await holdVersions(context, [version])
    if (held && held.status !== 'draft') throw invalid(await lockedVersion(context, held))
    const proposal = await buildProposal(context, run, version)
    if (proposal.hash !== hash)
      throw invalid([
        {
          path: 'hash',
          code: 'changed',
          message: 'The draft, its prices or the run have changed since this was shown. Look at it again.',
        },
      ])
    const cause = { model_id: modelNamed(context, 'takeoff_runs').id, record_id: run }
    await keptOnce(context, cause, () => acceptProposal(context, run, proposal))
    const { priced, changed, removed, net } = proposal
    return { added: priced.length, changed: changed.length, removed: removed.length, net: net.after }
  },
})
