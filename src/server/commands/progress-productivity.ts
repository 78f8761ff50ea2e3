import { z } from 'zod'
import { recipeHours } from '../progress/recipe-hours.ts'
import { today } from '../records/today.ts'
import type { RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * What the site says of the recipes a project is priced by: hours for a unit as it was against the recipe's own. Only said,
 * never written: whether a recipe changes is for a person to decide (`progress.take-hours`).
 */
export const progressProductivity = defineCommand({
  name: 'progress.productivity',
  title: 'Hours against recipes',
  input: z.strictObject({ project: z.uuid(), day: z.iso.date().nullish() }),
  changes: [],
  reads: true,
  async run(context, { project, day }) {
    const hints = await recipeHours(context, project, day ?? today(context))
    return { hints: hints.map((hint) => ({ ...hint })), may_take: mayTake(context) }
  },
})

/** Whether the caller may make the draft that takes measured hours over. */
const mayTake = ({ access, workspace }: RecordContext): boolean =>
  ['recipe_versions', 'recipe_components'].every((key) => {
    const model = workspace.models.get(key)
    return model !== undefined && access.can(model, 'create')
  })
