import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { toldText } from '../records/told-text.ts'
import { bimRead } from './bim-read.ts'
import { defineCommand } from './command.ts'

/**
 * Takes in an IFC file for a project or a BIM project and reads it: as the next version of `bim_model`, else as a new model,
 * called like the file; the BIM project of a project is made where there is none, called like the project, or like the file
 * by whoever may not read that. All of it, or nothing. Throws 403, 404, 422.
 */
export const bimAddFile = defineCommand({
  name: 'bim.add-file',
  title: 'Upload an IFC file',
  input: z
    .strictObject({
      project: z.uuid().nullish(),
      bim_project: z.uuid().nullish(),
      bim_model: z.uuid().nullish(),
      file: z.array(z.looseObject({ id: z.uuid() })).length(1, 'Choose an IFC file.'),
    })
    /** Other fields of a version, checked as they are written. */
    .catchall(z.json())
    .refine(({ project, bim_project }) => Boolean(project) !== Boolean(bim_project), {
      message: 'Name the project or the BIM project.',
      path: ['bim_project'],
    }),
  changes: ['bim_projects', 'bim_models', 'bim_model_versions'],
  async run(context, { project, bim_project, bim_model, ...values }, services) {
    const whole = { project, bimProject: bim_project }
    const place = bim_model
      ? await knownModel(context, whole, bim_model)
      : await newModel(context, whole, must(values.file[0]).id)
    const version = await create(context, 'bim_model_versions', { ...values, bim_model: place.model })
    await bimRead.run(context, { version }, services)
    return { version, bim_model: place.model, bim_project: place.bimProject }
  },
})

interface Place {
  model: string
  bimProject: string
}

/** Where it belongs: one of the two is named. */
interface Whole {
  project?: string | null | undefined
  bimProject?: string | null | undefined
}

async function knownModel(context: RecordContext, whole: Whole, model: string): Promise<Place> {
  const { attributes } = await visibleRow(context, 'bim_models', model, 'read')
  const parts = { bim_models: ['bim_project'], ...(whole.project && { bim_projects: ['project'] }) }
  requireReadable(context, parts, 'Your role does not see which project this model belongs to.')
  const bimProject = String(attributes['bim_project'])
  const { attributes: found } = await visibleRow(context, 'bim_projects', bimProject, 'read')
  if (whole.bimProject ? whole.bimProject === bimProject : whole.project === found['project'])
    return { model, bimProject }
  const message = 'This model belongs to another project.'
  throw invalid([{ path: 'bim_model', code: 'other_project', message }])
}

async function newModel(context: RecordContext, whole: Whole, file: string): Promise<Place> {
  const name = await nameOfFile(context, file)
  const bimProject = whole.bimProject
    ? (await visibleRow(context, 'bim_projects', whole.bimProject, 'read')).id
    : await bimProjectOf(context, must(whole.project), name)
  return { model: await create(context, 'bim_models', { bim_project: bimProject, name }), bimProject }
}

async function bimProjectOf(context: RecordContext, project: string, otherwise: string): Promise<string> {
  const { attributes } = await visibleRow(context, 'projects', project, 'read')
  const { tx, caller } = context
  // Of two files that arrive at once the second finds what the first one made.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `bim project:${caller.tenantId}:${project}`,
  ])
  const { rows } = await ask(context, {
    model: 'bim_projects',
    fields: ['id'],
    where: { field: 'project', op: 'eq', value: project },
    sort: [{ field: 'created_at', dir: 'asc' }],
    page: { size: 1 },
  })
  const [known] = rows
  if (known) return String(known['id'])
  const name = toldText(context, 'projects', attributes, 'name') ?? otherwise
  return create(context, 'bim_projects', { project, name })
}

/** Without the end that says what kind it is. Another person's file is refused where it is written. */
async function nameOfFile({ tx, caller }: RecordContext, file: string): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from app.files where tenant_id = $1 and id = $2 and created_by = $3',
    [caller.tenantId, file, caller.userId],
  )
  return rows[0]?.name.replace(/\.(?:ifc|ifczip)$/i, '') || 'IFC'
}

async function create(context: RecordContext, key: string, values: Record<string, unknown>): Promise<string> {
  const { ids } = await createObjects(context, modelFor(context, key, 'create'), [{ values }])
  return must(ids.get(0))
}
