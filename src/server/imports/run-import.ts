import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { ImportRun } from '#contracts/api/imports.ts'
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts'
import { inTenant, type Caller, type Tx } from '../database/in-tenant.ts'
import { readTableAside } from '../exchange/read-aside.ts'
import { FileStore } from '../files/file-store.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import type { Services } from '../services.ts'
import { holdImport, importById, type ImportMade } from './import-row.ts'
import { importRows, type ImportOutcome, type ImportedRecord } from './import-rows.ts'
import { placeScreens, screenChanges, takenScreens } from './place-screens.ts'
import { planImport, type ImportPlan } from './plan-import.ts'

/** Thrown to take everything back when not every row could be imported. */
class RejectedImport extends Error {
  readonly outcome: ImportOutcome

  constructor(outcome: ImportOutcome) {
    super('Some rows could not be imported.')
    this.outcome = outcome
  }
}

/** The transaction of an import turned into one that may release: alone in the workspace, from here to its end. */
async function alone(tx: Tx, caller: Caller): Promise<Tx> {
  await tx.query("select app.lock_workspace($1, 'release')", [caller.tenantId])
  return new Proxy(tx, {
    get: (target, name) => (name === 'mode' ? 'release' : Reflect.get(target, name, target)),
  })
}

async function releaseScreens(
  context: RecordContext,
  plan: ImportPlan,
  run: ImportRun,
  fileName: string,
): Promise<{ made: ImportMade; releaseId: string | null }> {
  const made: ImportMade = { model: null, layouts: [], routes: [] }
  if (!plan.newModel) return { made, releaseId: null }
  const { id, body } = plan.newModel
  const changes: DefinitionChange[] = [{ kind: 'model', key: body.key, body: { ...body }, id }]
  made.model = body.key
  const { list, detail, form } = run.generate
  if (list || detail || form) {
    const screenModel = {
      key: body.key,
      label: body.label,
      fields: plainFields(body.schema?.fields ?? []),
      titleField: plan.model.titleField,
      ...(body.icon === undefined ? {} : { icon: body.icon }),
    }
    const screens = placeScreens(screenModel, run.generate, await takenScreens(context.tx, context.caller))
    changes.push(...screenChanges(screens))
    made.layouts = screens.layouts.map(({ key }) => key)
    made.routes = screens.routes.map(({ path }) => path)
  }
  const { releaseId } = await releaseChanges(
    await alone(context.tx, context.caller),
    context.caller,
    changes,
    `Import of ${fileName}`,
  )
  return { made, releaseId }
}

// Records name their model by its definition; the definition counts only once the release at the end names it.
const defineModel = async ({ tx, caller }: RecordContext, { newModel }: ImportPlan): Promise<void> => {
  if (!newModel) return
  await tx.query(
    "insert into app.definitions (tenant_id, id, kind, created_by) values ($1, $2, 'model', $3)",
    [caller.tenantId, newModel.id, caller.userId],
  )
}

async function keepRecords(
  { tx, caller }: RecordContext,
  importId: string,
  records: readonly ImportedRecord[],
): Promise<void> {
  await tx.query(
    `insert into app.import_records (tenant_id, import_id, object_id, created, before)
     select $1, $2, r.id, r.created, r.before from jsonb_to_recordset($3::jsonb) as r (id uuid, created boolean, before jsonb)
     on conflict do nothing`,
    [caller.tenantId, importId, JSON.stringify(records)],
  )
}

/** The whole import in one transaction: rows, model, screens and the note that it is done. */
async function work(
  services: Services,
  caller: Caller,
  importId: string,
  run: ImportRun,
  report: (done: number) => void,
  onHeld: () => void,
): Promise<void> {
  const store = new FileStore(services.settings.dataDir)
  const staged = await inTenant(
    caller,
    async (tx) => importById(await recordContext(tx, caller, services), importId),
    { mode: 'read' },
  )
  // No transaction is open while the file is read.
  const key = must(staged.storage_key, 'a staged import keeps its file')
  const table = await readTableAside(await store.read(key), staged.name, staged.staged?.sheet)
  await inTenant(
    caller,
    async (tx) => {
      if (!(await holdImport(tx, importId)))
        throw new AppError('in_progress', 'This import is running already.')
      onHeld()
      const opened = await recordContext(tx, caller, services)
      const row = await importById(opened, importId)
      const plan = planImport(opened, row, run)
      await defineModel(plan.context, plan)
      const outcome = await importRows(plan.context, plan.model, table, plan.columns, {
        key: run.key,
        onBatch: async (done, records) => {
          await keepRecords(plan.context, importId, records)
          report(done)
        },
      })
      if (run.mode === 'all_or_nothing' && outcome.rejectedCount > 0) throw new RejectedImport(outcome)
      const { made, releaseId } = await releaseScreens(plan.context, plan, run, row.name)
      await tx.query(
        `update app.imports set status = 'done', done_count = row_count, created_count = $3, updated_count = $4, rejected_count = $5, rejected = $6,
           model_key = $7, model_id = $8, routes = $9, release_id = $10, run = $11, updated_at = now(), storage_key = null, request_id = $12 where tenant_id = $1 and id = $2`,
        [
          caller.tenantId,
          importId,
          outcome.created,
          outcome.updated,
          outcome.rejectedCount,
          JSON.stringify(outcome.rejected),
          plan.model.key,
          plan.model.id,
          JSON.stringify(made.routes),
          releaseId,
          JSON.stringify({ request: run, made }),
          tx.requestId,
        ],
      )
      tx.afterCommit(() => store.remove(key))
    },
    { mode: 'write' },
  )
}

/**
 * Tells others how far an import is, while its own transaction is not committed yet. It goes past the workspace's locks
 * (the import itself holds one), is never waited for, and writes nothing but two columns of one row.
 */
function progressWriter(
  { database, log }: Services,
  { tenantId }: Caller,
  importId: string,
): (done: number) => void {
  let busy = false
  const write = async (done: number): Promise<void> => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        "select set_config('app.tenant', $1, true), set_config('lock_timeout', '200ms', true)",
        [tenantId],
      )
      await client.query(
        "update app.imports set done_count = $3, heartbeat_at = now() where tenant_id = $1 and id = $2 and status = 'running'",
        [tenantId, importId, done],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return (done) => {
    if (busy) return
    busy = true
    write(done)
      .catch((error: unknown) =>
        log.warn('The progress of an import could not be noted', { importId, why: String(error) }),
      )
      .finally(() => (busy = false))
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

function reasonOf(error: unknown): string {
  if (error instanceof RejectedImport) return error.message
  if (!(error instanceof AppError) || !isCode(error.code)) return errorCatalogue.internal.text
  return error.message === error.code ? errorCatalogue[error.code].text : error.message
}

async function fail(services: Services, caller: Caller, importId: string, error: unknown): Promise<void> {
  if (!(error instanceof RejectedImport) && !(error instanceof AppError))
    services.log.error('An import failed', { importId, why: String(error) })
  const outcome = error instanceof RejectedImport ? error.outcome : null
  await inTenant(
    caller,
    (tx) =>
      tx.query(
        `update app.imports set status = 'failed', error = $3, rejected_count = $4, rejected = $5, done_count = 0, created_count = 0, updated_count = 0, updated_at = now()
         where tenant_id = $1 and id = $2 and status = 'running'`,
        [
          caller.tenantId,
          importId,
          reasonOf(error),
          outcome?.rejectedCount ?? 0,
          JSON.stringify(outcome?.rejected ?? []),
        ],
      ),
    { mode: 'write' },
  )
}

// One import at a time in a workspace: at its end each wants to be alone there, and two would wait for each other.
const queues = new Map<string, Promise<void>>()

function inTurn(tenantId: string, job: () => Promise<void>): Promise<void> {
  const turn = (queues.get(tenantId) ?? Promise.resolve()).then(job)
  queues.set(tenantId, turn)
  return turn.finally(() => {
    if (queues.get(tenantId) === turn) queues.delete(tenantId)
  })
}

/**
 * Runs a staged import to its end and notes how it ended. It never throws: whoever started it is gone. If the process is
 * killed on the way, nothing of it is in the database, and the next look at it finds it failed.
 */
export async function runImport(
  services: Services,
  caller: Caller,
  importId: string,
  run: ImportRun,
): Promise<void> {
  const report = progressWriter(services, caller, importId)
  // Until it holds its lock, a sign of life from time to time says that it has not died.
  const beat = setInterval(() => report(0), 3000)
  await inTurn(caller.tenantId, async () => {
    try {
      await work(services, caller, importId, run, report, () => clearInterval(beat))
    } catch (error) {
      await fail(services, caller, importId, error).catch((second: unknown) =>
        services.log.error('An import could not be marked as failed', { importId, why: String(second) }),
      )
    }
  }).finally(() => clearInterval(beat))
}
