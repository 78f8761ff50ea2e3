import { fraction, one, over, plainText, times } from '#base/fraction.ts'
import { saying, type Message } from '#base/saying.ts'
import type { ParamValue, RecipeComponent } from '#contracts/recipe.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { sameDimension } from '#expressions/dimension.ts'
import { componentQuantity } from './component-quantity.ts'
import { expandItem } from './expand-item.ts'
import { expandPercent } from './expand-percent.ts'
import {
  addSums,
  noSums,
  settle,
  totalOf,
  unknownSums,
  type Expanded,
  type Expansion,
  type RecipeScope,
  type Sums,
} from './expansion.ts'
import { measureOf } from './measure.ts'
import { inUnit, typeOfParam } from './quantity-place.ts'
import { versionOn, type RecipeEntry } from './recipe-book.ts'
import { circle, deepestRecipe } from './recipe-graph.ts'
import { formulaProblem, problem, type RecipeProblem } from './recipe-problem.ts'
import type { TreeBranch, TreeNode } from './recipe-tree.ts'
import { resolveParams, wrongDimension } from './resolve-params.ts'
import { workOut } from './work-out.ts'

type Component<Kind extends RecipeComponent['kind']> = Extract<RecipeComponent, { kind: Kind }>

/**
 * The components of a recipe, one after the other, and the money in them. One that cannot be worked out is a problem of
 * the expansion and leaves the sums incomplete.
 */
export function expandComponents(run: Expansion, scope: RecipeScope): { children: TreeNode[]; sums: Sums } {
  const done: { component: RecipeComponent; sums: Sums }[] = []
  const children: TreeNode[] = []
  for (const component of scope.version.components) {
    if (isUsedUp(run, component)) return { children, sums: unknownSums }
    const expanded = skipped(run, scope, component) ?? expandComponent(run, scope, component, done)
    done.push({ component, sums: expanded?.sums ?? unknownSums })
    if (expanded) children.push(expanded.node)
  }
  return { children, sums: addSums(done.map(({ sums }) => sums)) }
}

function isUsedUp(run: Expansion, component: RecipeComponent): boolean {
  const within = run.budget > 0
  run.budget -= component.kind === 'crew' ? component.crew.length : 1
  if (within && run.budget <= 0)
    run.problems.push(
      problem('too_large', '', saying('This recipe has too many parts, those within it counted.')),
    )
  return run.budget <= 0
}

function expandComponent(
  run: Expansion,
  scope: RecipeScope,
  component: RecipeComponent,
  done: readonly { component: RecipeComponent; sums: Sums }[],
): Expanded | null {
  const path = scope.path + component.key
  switch (component.kind) {
    case 'item': {
      const priced = run.prices.get(component.item_id)
      if (!priced)
        return refuse(run, problem('unknown_item', path, saying('This item is in no catalogue here.')))
      const found = componentQuantity(component.quantity, priced.item, scope, path)
      if ('code' in found) return refuse(run, found)
      const { waste_percent, price } = component
      return expandItem(run, scope, priced, { path, ...found, waste_percent, price })
    }
    case 'crew':
      return expandCrew(run, scope, component, path)
    case 'recipe':
      return expandChild(run, scope, component, path)
    case 'percent':
      return expandPercent(run, component, path, done)
    case 'text':
      return { node: { kind: 'text', path, text: component.text }, sums: noSums }
  }
}

function refuse(run: Expansion, refusal: RecipeProblem): null {
  run.problems.push(refusal)
  return null
}

function skipped(run: Expansion, { place, path }: RecipeScope, component: RecipeComponent): Expanded | null {
  const { condition, key } = component
  if (condition === undefined) return null
  try {
    const { value, numbers } = workOut(condition, place)
    if (value === true) return null
    if (value === false)
      return { node: { kind: 'skipped', path: path + key, condition, numbers }, sums: noSums }
    run.problems.push(problem('dimension', path + key, saying('A condition gives yes or no.')))
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    run.problems.push(formulaProblem(path + key, error))
  }
  return null
}

function expandCrew(run: Expansion, scope: RecipeScope, crew: Component<'crew'>, path: string): Expanded {
  const { output_unit } = scope.recipe
  const members = crew.crew.map((member, index) =>
    expandMember(run, scope, member, crew.output_per_hour, `${path}/${index + 1}`),
  )
  const hours = over(one, fraction(crew.output_per_hour))
  const working = {
    formula: `1 / ${crew.output_per_hour}`,
    numbers: `1 / (${crew.output_per_hour} ${output_unit} / h)`,
    result: plainText(hours),
    unit: 'h',
  }
  const per_unit = plainText(times(scope.factor, hours))
  const node: Branch = { kind: 'crew', path, code: '', name: '', unit: 'h', working, per_unit, params: [] }
  const sums = addSums(members.map((member) => member?.sums ?? unknownSums))
  return branch(run, node, { children: members.flatMap((member) => member?.node ?? []), sums })
}

function expandMember(
  run: Expansion,
  scope: RecipeScope,
  { item_id, count }: Component<'crew'>['crew'][number],
  output: string,
  path: string,
): Expanded | null {
  const priced = run.prices.get(item_id)
  if (!priced) return refuse(run, problem('unknown_item', path, saying('This item is in no catalogue here.')))
  const { name, unit } = priced.item
  const measure = measureOf(unit)
  if (!measure || !sameDimension(measure.dimension, { time: 1 }))
    return refuse(run, notTime(name, unit, path))
  const seconds = over(times(fraction(count), fraction('3600')), fraction(output))
  const value = over(seconds, measure.si)
  const working = {
    formula: `${count} / ${output}`,
    numbers: `${count} / (${output} ${scope.recipe.output_unit} / h)`,
    result: plainText(value),
    unit,
  }
  const price = { source: 'lookup' } as const
  return expandItem(run, scope, priced, { path, value, working, waste_percent: undefined, price })
}

/** The refusal of an item in a crew that is not counted in time. */
export const notTime = (name: string, unit: string, path: string): RecipeProblem =>
  problem(
    'crew',
    path,
    saying('“{{name}}” is in “{{unit}}”; a crew is counted in hours or days.', { name, unit }),
  )

/** The refusal of a recipe that is not there on a day, by its name where there is one. */
export const noRecipe = (day: string, known?: RecipeEntry): Message =>
  known
    ? saying('“{{recipe}}” has no published version that holds on {{day}}.', {
        recipe: known.recipe.name,
        day: { day },
      })
    : saying('There is no such recipe on {{day}}.', { day: { day } })

function expandChild(
  run: Expansion,
  scope: RecipeScope,
  component: Component<'recipe'>,
  path: string,
): Expanded | null {
  const entry = run.recipes.get(component.recipe_id)
  const version = entry && versionOn(entry, run.date)
  if (!version) return refuse(run, problem('unknown_recipe', path, noRecipe(run.date, entry)))
  const within = [...scope.within, component.recipe_id]
  if (scope.within.includes(component.recipe_id))
    return refuse(run, { ...circle(run.recipes, within.slice(within.indexOf(component.recipe_id))), path })
  if (within.length > deepestRecipe)
    return refuse(
      run,
      problem('too_deep', path, saying('Recipes may be nested {{most}} deep.', { most: deepestRecipe })),
    )
  const { recipe } = entry
  const found = componentQuantity(
    component.quantity,
    { name: recipe.name, unit: recipe.output_unit },
    scope,
    path,
  )
  if ('code' in found) return refuse(run, found)
  const { params, place, problems } = resolveParams(
    version,
    childParams(run, scope, component, path),
    `${path}/`,
  )
  run.problems.push(...problems)
  const factor = times(scope.factor, found.value)
  const inner = { recipe, version, place, path: `${path}/`, factor, within }
  const { code, name, output_unit: unit } = recipe
  const node = { kind: 'recipe', path, code, name, unit, working: found.working, params } as const
  return branch(run, { ...node, per_unit: plainText(factor) }, expandComponents(run, inner))
}

// What the outer recipe says of the inner one's parameters, as values in the inner one's units.
function childParams(
  run: Expansion,
  { place }: RecipeScope,
  { params, recipe_id }: Component<'recipe'>,
  path: string,
): Record<string, ParamValue> {
  const entry = run.recipes.get(recipe_id)
  const declared = (entry && versionOn(entry, run.date)?.params) ?? []
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, formula]): [string, ParamValue][] => {
      const param = declared.find((one) => one.key === key)
      const unit = param?.kind === 'number' ? param.unit : ''
      try {
        const { type, value } = workOut(formula, place)
        const wrong = param ? wrongDimension(type, typeOfParam(param), param.label) : null
        if (wrong === null) return [[key, typeof value === 'object' ? inUnit(value, unit) : value]]
        run.problems.push(problem('dimension', `${path}/params.${key}`, wrong))
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        run.problems.push(formulaProblem(`${path}/params.${key}`, error))
      }
      return []
    }),
  )
}

type Branch = Omit<TreeBranch, 'children' | 'amount'>

function branch(
  { rounding }: Expansion,
  node: Branch,
  { children, sums }: { children: TreeNode[]; sums: Sums },
): Expanded {
  const amount = sums.missing.size === 0 ? settle(totalOf(sums), rounding.amount).text : null
  return { node: { ...node, children, amount }, sums }
}
