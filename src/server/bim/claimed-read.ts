import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { inBackground } from '../database/in-background.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'

/** Thrown when another process reads the file now, or nobody wants it read any more: whoever was at it lets go. */
export class ReadGone extends Error {}

interface ClaimRow {
  version_id: string
  asked_by: string
  nodes_done: boolean
  elements_done: number
  attempts: number
}

/** What one process has taken up to read, and how far others came with it. */
export interface Claim {
  tenantId: string
  versionId: string
  askedBy: string
  worker: string
  nodesDone: boolean
  elementsDone: number
  attempts: number
}

const claimSeconds = 60

// `skip locked`: several processes take different files.
const take = `
  update app.bim_reads set claimed_by = $2, claimed_until = now() + interval '${claimSeconds} seconds', attempts = attempts + 1
  where tenant_id = $1 and version_id = (
    select version_id from app.bim_reads
    where tenant_id = $1 and waiting and (claimed_until is null or claimed_until < now())
    order by asked_at limit 1 for update skip locked
  )
  returning version_id, asked_by, nodes_done, elements_done, attempts`

/** Claims the file of a workspace that waits longest; null when none does. */
export const takeRead = ({ database }: Services, tenantId: string, worker: string): Promise<Claim | null> =>
  inBackground(database, tenantId, async (tx) => {
    const { rows } = await tx.query<ClaimRow>(take, [tenantId, worker])
    const [row] = rows
    return row
      ? {
          tenantId,
          versionId: row.version_id,
          askedBy: row.asked_by,
          worker,
          nodesDone: row.nodes_done,
          elementsDone: row.elements_done,
          attempts: row.attempts,
        }
      : null
  })

const hold = `
  update app.bim_reads set claimed_until = now() + interval '${claimSeconds} seconds'
  where tenant_id = $1 and version_id = $2 and claimed_by = $3 and waiting returning elements_done`

async function holdClaim(tx: Tx, { tenantId, versionId, worker }: Claim): Promise<void> {
  const { rows } = await tx.query(hold, [tenantId, versionId, worker])
  if (rows.length === 0) throw new ReadGone()
}

/** Says that this process is still at it; throws `ReadGone`. */
export const keepClaim = (services: Services, claim: Claim): Promise<void> =>
  inBackground(services.database, claim.tenantId, (tx) => holdClaim(tx, claim))

/** Lets go of a claim: any process may go on at once. The attempt does not count. */
export const leaveRead = ({ database }: Services, { tenantId, versionId, worker }: Claim): Promise<unknown> =>
  inBackground(database, tenantId, (tx) =>
    tx.query(
      'update app.bim_reads set claimed_by = null, claimed_until = null, attempts = attempts - 1 where tenant_id = $1 and version_id = $2 and claimed_by = $3',
      [tenantId, versionId, worker],
    ),
  )

/** What a step works with: records are written by the product, in the name of whoever asked for the reading. */
export interface ReadStep {
  context: RecordContext
  models: {
    versions: ModelInfo
    nodes: ModelInfo
    elements: ModelInfo
    /** Null in a workspace that did not take it in. */
    changes: ModelInfo | null
  }
}

/** Runs one step of a reading in one transaction, only while the claim holds. Throws `ReadGone`. */
export const inRead = <T>(
  services: Services,
  claim: Claim,
  work: (step: ReadStep) => Promise<T>,
): Promise<T> =>
  inReadBeside(services, claim, async (step, hold) => {
    await hold()
    return work(step)
  })

/**
 * The same for a step that begins while the one before it is still being written: `work` calls `hold` once that is done, and
 * writes until then only what nobody else does.
 */
export const inReadBeside = <T>(
  services: Services,
  claim: Claim,
  work: (step: ReadStep, hold: () => Promise<void>) => Promise<T>,
): Promise<T> =>
  inBackground(services.database, claim.tenantId, async (tx) => {
    const workspace = await loadWorkspace(tx, claim.tenantId)
    const caller = {
      userId: claim.askedBy,
      email: null,
      name: null,
      sessionId: '',
      tenantId: claim.tenantId,
      tenantName: '',
      role: 'owner',
    }
    const access = compilePermissions(workspace, 'owner')
    const modelOf = (key: string): ModelInfo => {
      const model = workspace.models.get(key)
      if (!model) throw new ReadGone()
      return model
    }
    const step = {
      context: { tx, caller, workspace, access, cursorKey: '', requestId: null },
      models: {
        versions: modelOf('bim_model_versions'),
        nodes: modelOf('bim_spatial_nodes'),
        elements: modelOf('bim_elements'),
        changes: workspace.models.get('bim_changes') ?? null,
      },
    }
    return work(step, () => holdClaim(tx, claim))
  })

/** Writes what is known of the version so far. */
export const noteVersion = async (
  { context, models }: ReadStep,
  { versionId }: Claim,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const cause = { model_id: models.versions.id, record_id: versionId }
  await keepValues(context, models.versions, new Map([[versionId, values]]), cause)
}

const forget = 'delete from app.bim_reads where tenant_id = $1 and version_id = $2'
// The next try may be of another file.
const removeRead = `
  delete from app.objects where tenant_id = $1 and model_id = any($3::uuid[]) and attributes ->> 'version' = $2::text`

// Upkeep removes the bytes.
const releaseGeometry = `
  update app.files f set held_at = null, deleted_at = now() from app.objects v
  where v.tenant_id = $1 and v.id = $2 and f.tenant_id = $1
    and f.id = (v.attributes -> 'geometry' -> 0 ->> 'id')::uuid`

/** Ends a reading: well; or badly, and then nothing that was written stays. */
export async function endRead(
  step: ReadStep,
  claim: Claim,
  values: Readonly<Record<string, unknown>> & { status: 'ready' | 'failed' },
): Promise<void> {
  const { context, models } = step
  const place = [claim.tenantId, claim.versionId]
  if (values.status === 'failed') {
    await context.tx.query(removeRead, [...place, [models.elements.id, models.nodes.id]])
    await context.tx.query(releaseGeometry, place)
  }
  await noteVersion(step, claim, values.status === 'failed' ? { ...values, geometry: null } : values)
  await context.tx.query(forget, place)
}
