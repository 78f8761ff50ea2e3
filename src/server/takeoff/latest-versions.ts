import { invalid } from '#base/app-error.ts'
import { ask, type RecordContext } from '../records/record-context.ts'

const most = 500

/**
 * The newest version of each building model that has been read, of one BIM project or of all; or those that are named,
 * which must have been read. Throws 422 where there is none.
 */
export async function latestVersions(
  context: RecordContext,
  { project, named }: { project: string | null; named: readonly string[] },
): Promise<string[]> {
  const { rows } = await ask(context, {
    model: 'bim_model_versions',
    fields: ['id', 'bim_model', 'version_no'],
    where: {
      and: [
        { field: 'status', op: 'eq', value: 'ready' },
        ...(named.length > 0 ? [{ field: 'id', op: 'in' as const, value: [...named] }] : []),
        ...(named.length === 0 && project !== null
          ? [{ field: 'bim_project', op: 'eq' as const, value: project }]
          : []),
      ],
    },
    sort: [{ field: 'version_no', dir: 'desc' }],
    page: { size: most },
  })
  if (rows.length === 0 || rows.length < named.length)
    throw invalid([
      {
        path: 'model_versions',
        code: 'not_read',
        message: 'There is no building model here that has been read.',
      },
    ])
  if (named.length > 0) return rows.map(({ id }) => String(id))
  const newest = new Map<unknown, string>()
  for (const { id, bim_model: model } of rows) if (!newest.has(model)) newest.set(model, String(id))
  return [...newest.values()]
}
