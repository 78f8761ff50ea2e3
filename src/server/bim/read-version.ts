import { AppError } from '#base/app-error.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { mayPass, mostAttempts, reasonOf } from '../transfers/failure.ts'
import {
  endRead,
  inRead,
  inReadBeside,
  keepClaim,
  noteVersion,
  ReadGone,
  type Claim,
} from './claimed-read.ts'
import type { IfcHead } from './read-ifc/ifc-facts.ts'
import { IfcFailure } from './read-ifc/ifc-failure.ts'
import { keepGeometry } from './keep-geometry.ts'
import { readIfc } from './read-ifc/read-ifc.ts'
import { ReadProgress, type ReadStage } from './read-progress.ts'
import { knownElements } from './revisions/expected-change.ts'
import { loadElements } from './revisions/load-elements.ts'
import { previousVersion } from './revisions/previous-version.ts'
import { writeRevision } from './revisions/write-revision.ts'
import { advanceRead, elementRows, writeElements } from './write-elements.ts'
import { loadPlaces, writeNodes, type Places } from './write-nodes.ts'

/**
 * Reads the file of a claimed version: head, spatial tree and elements are written as they come, each portion with how
 * far it is in one transaction, so that another try leaves no doubles. What may pass is thrown, to be tried again;
 * everything else ends it as failed, with the reason.
 */
export async function readVersion(services: Services, claim: Claim, signal: AbortSignal): Promise<void> {
  const beat = setInterval(() => void keepClaim(services, claim).catch(() => undefined), 20_000)
  try {
    if (claim.attempts > mostAttempts)
      throw new AppError('invalid', 'The reading was interrupted again and again.')
    await read(services, claim, signal)
  } catch (error) {
    if (signal.aborted || error instanceof ReadGone || mayPass(error)) throw error
    const reason = error instanceof IfcFailure ? error.message : reasonOf(error)
    services.log.warn('An IFC file could not be read', { version: claim.versionId, why: String(error) })
    await inRead(services, claim, (step) => endRead(step, claim, { status: 'failed', reason, stage: null }))
  } finally {
    clearInterval(beat)
  }
}

async function read(services: Services, claim: Claim, signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const { path, meshes, pictured, reached, previous } = await orderOf(services, claim)
  const stages: ReadStage[] = ['reading', 'elements']
  if (meshes) stages.push('picture')
  if (previous !== null) stages.push('comparing')
  const progress = new ReadProgress(stages, { reached })
  const note = (said: Readonly<Record<string, unknown>>): Promise<void> =>
    inRead(services, claim, (step) => noteVersion(step, claim, said))
  // What comes first of a large file may take minutes.
  await note({ status: 'parsing', ...progress.now() })
  // While the file is being opened.
  const expecting =
    previous === null
      ? null
      : inRead(services, claim, async (step) => knownElements(await loadElements(step, previous)))
  // Thrown where it is awaited, with the first portion; until then nobody else is to stumble over it.
  expecting?.catch(() => undefined)
  let places: Places = new Map()
  let met = 0
  // The portion written last, and the one before it: one is prepared and sent while the database is at the other.
  let [before, writing] = [Promise.resolve(), Promise.resolve()]
  const reading = readIfc(
    path,
    async (part) => {
      if (part.kind !== 'elements') await writing
      if (part.kind === 'head') await note({ ...progress.now(0.5), ...headValues(part.head) })
      if (part.kind === 'nodes') {
        progress.end('reading')
        places = await inRead(services, claim, async (step) => {
          if (!claim.nodesDone) await writeNodes(step, claim, part.nodes)
          await noteVersion(step, claim, { spatial_nodes: part.nodes.length, ...progress.now() })
          return loadPlaces(step, claim, part.nodes)
        })
      }
      if (part.kind === 'geometry') {
        progress.end('picture')
        // A try that came further than this one has kept it already.
        if (part.bytes && !pictured) await keepGeometry(services, claim, part.bytes, progress.now())
        else await note(progress.now())
      }
      if (part.kind === 'elements') {
        // What was written before this process took the file up comes again in the same order.
        const fresh = part.elements.slice(Math.max(0, claim.elementsDone - met))
        met += part.elements.length
        const last = met >= part.total
        if (fresh.length === 0 && !last) return
        if (last) progress.end('elements')
        const said = progress.now(last ? 0 : met / part.total)
        const rows = elementRows(fresh, claim.versionId, places)
        await before
        const known = (await expecting) ?? new Map()
        const turn = writing
        before = turn
        await new Promise<void>((sent) => {
          writing = inReadBeside(services, claim, async (step, hold) => {
            await writeElements(step, rows, known, sent)
            await turn
            await hold()
            await advanceRead(step, claim, rows.length)
            await noteVersion(step, claim, said)
          })
          // The next one is prepared once this one is on its way. Whoever waits for it hears of what went wrong.
          writing.then(sent, sent)
        })
      }
      if (part.kind === 'end') {
        const {
          elements,
          withQuantities,
          quantityValues,
          zeroQuantities,
          unmapped,
          meshes: meshed,
        } = part.figures
        await inRead(services, claim, async (step) => {
          await writeRevision(step, claim, { expected: previous !== null || claim.elementsDone > 0 })
          await endRead(step, claim, {
            status: 'ready',
            progress: 100,
            stage: null,
            elements,
            with_quantities: withQuantities,
            quantity_values: quantityValues,
            zero_quantities: zeroQuantities,
            ignored_names: unmapped,
            meshes: meshed,
            read_ms: Math.round(performance.now() - started),
          })
        })
      }
    },
    { meshes, signal },
  )
  try {
    await reading
  } finally {
    await writing.catch(() => undefined)
  }
}

const fileOfVersion = `
  select f.storage_key, coalesce((v.attributes ->> 'measure')::boolean, false) as measure,
    v.attributes ? 'geometry' as pictured, coalesce((v.attributes ->> 'progress')::int, 0) as reached
  from app.objects v left join app.files f
    on f.tenant_id = v.tenant_id and f.id = (v.attributes -> 'file' -> 0 ->> 'id')::uuid and f.deleted_at is null
  where v.tenant_id = $1 and v.id = $2 and v.deleted_at is null`

interface FileRow {
  storage_key: string | null
  measure: boolean
  /** Its geometry is kept. */
  pictured: boolean
  /** How far another process has come. */
  reached: number
}

/** What is there to be read, and what is to be done with it. */
interface Order {
  path: string
  meshes: boolean
  pictured: boolean
  reached: number
  /** The version it is compared with. */
  previous: string | null
}

async function orderOf({ database, files }: Services, claim: Claim): Promise<Order> {
  const { tenantId, versionId } = claim
  const [row, previous] = await inBackground(database, tenantId, async (tx) => {
    const { rows } = await tx.query<FileRow>(fileOfVersion, [tenantId, versionId])
    // A version in the bin is not read; it is when it comes back and is asked for again.
    if (rows.length === 0)
      await tx.query('update app.bim_reads set waiting = false where tenant_id = $1 and version_id = $2', [
        tenantId,
        versionId,
      ])
    return [rows[0], await previousVersion(tx, claim)] as const
  })
  if (!row) throw new ReadGone()
  const { storage_key, measure: meshes, pictured, reached } = row
  if (storage_key === null) throw new IfcFailure('unreadable', 'the file is gone')
  return { path: await files.local(storage_key), meshes, pictured, reached, previous }
}

function headValues({ schema, applications, entities, units }: IfcHead): Record<string, unknown> {
  const all = Object.entries(units)
  return {
    ifc_schema: schema,
    application: applications.join(', ').slice(0, 500),
    entities,
    units: all
      .map(
        ([kind, { name, factor, assumed }]) => `${kind}: ${name} × ${factor}${assumed ? ' (assumed)' : ''}`,
      )
      .join(', '),
    assumed_units: all.some(([, { assumed }]) => assumed),
  }
}
