import type { ImportRun } from '#contracts/api/imports.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { RecordContext } from '../records/record-context.ts'
import { aloneInWorkspace } from '../releases/alone-in-workspace.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import type { ImportMade } from './import-row.ts'
import { placeScreens, screenChanges, takenScreens } from './place-screens.ts'
import type { ImportPlan } from './plan-import.ts'
import { screenWords } from './screen-words.ts'

/** Releases the model that an import makes, with its screens and addresses; nothing for one into a model that is there. */
export async function releaseModel(
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
    await aloneInWorkspace(context.tx, context.caller),
    context.caller,
    changes,
    screenWords[run.generate.language].importOf(fileName),
  )
  return { made, releaseId }
}

/**
 * Makes the definition of a new model that is released only later in the transaction: records name their model by its
 * definition, which counts once a release names it.
 */
export async function defineModel({ tx, caller }: RecordContext, { newModel }: ImportPlan): Promise<void> {
  if (!newModel) return
  await tx.query(
    "insert into app.definitions (tenant_id, id, kind, created_by) values ($1, $2, 'model', $3)",
    [caller.tenantId, newModel.id, caller.userId],
  )
}
