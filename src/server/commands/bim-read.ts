import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { wakeBimReader } from '../bim/wake-bim-reader.ts'
import { ask, modelFor } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { defineCommand } from './command.ts'

const queue = `
  insert into app.bim_reads (tenant_id, version_id, asked_by) values ($1, $2, $3)
  on conflict (tenant_id, version_id) do update
    set waiting = true, attempts = 0, claimed_by = null, claimed_until = null, asked_by = excluded.asked_by, asked_at = now()`

/** Puts the file of a model version in the queue of files to be read; one that failed may be tried again. */
export const bimRead = defineCommand({
  name: 'bim.read',
  title: 'Read the IFC file',
  input: z.strictObject({ version: z.uuid() }),
  changes: ['bim_model_versions'],
  async run(context, { version }) {
    const model = modelFor(context, 'bim_model_versions', 'update')
    const { rows } = await ask(context, {
      model: model.key,
      fields: ['id', 'status'],
      where: { field: 'id', op: 'eq', value: version },
    })
    const [row] = rows
    if (!row) throw new AppError('not_found')
    const { tx, caller } = context
    const { rowCount: waiting } = await tx.query(
      'select from app.bim_reads where tenant_id = $1 and version_id = $2 and waiting',
      [caller.tenantId, version],
    )
    if (waiting || row['status'] === 'ready')
      throw invalid([
        {
          path: 'version',
          code: 'read_already',
          message: waiting ? 'The file is being read.' : 'The file has been read.',
        },
      ])
    await tx.query(queue, [caller.tenantId, version, caller.userId])
    const values = new Map([[version, { status: 'queued', reason: null, progress: 0 }]])
    await keepValues(context, model, values, { model_id: model.id, record_id: version })
    tx.afterCommit(async () => wakeBimReader(caller.tenantId))
    return { version, status: 'queued' }
  },
})
