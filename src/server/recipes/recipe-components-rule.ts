import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { keepDrafts } from './keep-drafts.ts'

/** A component that comes, changes or goes changes what its draft costs. Those of published versions the database keeps as they are. */
export const recipeComponentsRule: StandardRule = async (context, model, changes) => {
  const versions = linkedIds(
    changes.flatMap(({ before, after }) => [before, after]),
    'version',
  )
  const { followed } = await keepDrafts(context, [...versions].toSorted(), causeOf(model, changes), 'refuse')
  return followed
}
