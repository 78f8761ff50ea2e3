import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import { isPropertySplit, isSplitKey } from '#contracts/takeoff.ts'
import { checkTakeoffRule } from '#estimating/check-takeoff-rule.ts'
import { textOf, listOf } from '../estimates/read-value.ts'
import { prepare, type RecordContext } from '../records/record-context.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { ruleOf, type CountedFor, type ReadRule } from './rule-of.ts'
import { blockedItems, countedFor, targetsOf, type Targets } from './targets.ts'
import { takeoffVariables } from './takeoff-variables.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A rule is refused when it is saved, not when it is run: a condition nobody can ask, a formula that mixes dimensions or
 * gives another one than its line, item or recipe is counted in, a title that names what its elements are not told apart by,
 * an item that no line can take any more. What was blocked after that stays in its rule: runs and proposals say so.
 */
export const takeoffRulesRule: StandardRule = async (context, _model, changes) => {
  const written = changes.flatMap(({ id, before, after }) =>
    after ? [{ id, values: after, had: textOf(before ?? {}, 'item') }] : [],
  )
  const targets = await targetsOf(
    context,
    written.map(({ values }) => values),
  )
  for (const { id, values, had } of written) {
    const problems = [...checkTargets(values), ...checkSplits(values), ...checkTemplates(values)]
    if (textOf(values, 'item') !== had) problems.push(...checkItem(context, values, targets))
    const counted = countedFor(values, targets)
    const read = ruleOf(id, values, counted)
    problems.push(...checkParams(values, counted), ...checkFormula(read), ...checkWhere(context, read))
    if (problems.length > 0) throw invalid(problems)
  }
  return []
}

const refused = (path: string, code: string, text: string, values?: MessageValues): ErrorDetail => ({
  path: `attributes.${path}`,
  code,
  ...saying(text, values),
})

function checkTargets(values: Values): ErrorDetail[] {
  const named = ['item', 'recipe_version', 'target_line'].filter((key) => textOf(values, key) !== null)
  return named.length < 2
    ? []
    : [refused(named[1] ?? '', 'targets', 'A rule counts for one of them: an item, a recipe or a line.')]
}

const checkItem = (context: RecordContext, values: Values, targets: Targets): ErrorDetail[] =>
  blockedItems(context, [values], targets).map(({ item: name }) =>
    name === ''
      ? refused(
          'item',
          'item_status',
          'This item is blocked: no line can take it any more. Choose another one.',
        )
      : refused(
          'item',
          'item_status',
          '“{{name}}” is blocked: no line can take it any more. Choose another item.',
          { name },
        ),
  )

const checkSplits = (values: Values): ErrorDetail[] =>
  listOf(values, 'split_by')
    .filter((name) => !isSplitKey(name) && !isPropertySplit(name))
    .map((name) =>
      refused(
        'split_by',
        'split',
        'Elements cannot be told apart by “{{name}}”: write a property with its set, such as pset.Pset_WallCommon.FireRating.',
        { name },
      ),
    )

function checkTemplates(values: Values): ErrorDetail[] {
  const known = new Set(listOf(values, 'split_by'))
  return ['title', 'section'].flatMap((field) =>
    [...(textOf(values, field) ?? '').matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) =>
      known.has(name) && (isSplitKey(name) || isPropertySplit(name))
        ? []
        : [
            refused(
              field,
              'template',
              '“{{name}}” differs within one line: choose it under “A line for each” first.',
              { name },
            ),
          ],
    ),
  )
}

const checkParams = ({ param_map: map }: Values, { params }: CountedFor): ErrorDetail[] =>
  Object.keys(isJsonObject(map) ? map : {}).flatMap((key) =>
    params.has(key)
      ? []
      : [refused('param_map', 'param', 'The recipe has no number “{{key}}” among its parameters.', { key })],
  )

const places: Readonly<Record<string, string>> = { formula: 'qty_expr', params: 'param_map' }

const checkFormula = ({ rule }: ReadRule): ErrorDetail[] =>
  rule.unit === ''
    ? [refused('unit', 'required', 'Say in which unit it is counted, or name an item, a recipe or a line.')]
    : checkTakeoffRule(rule, takeoffVariables).map(({ at: _at, path, ...why }) => ({
        ...why,
        path: `attributes.${places[path] ?? path}`,
      }))

// The question is made and not asked: unknown fields and operators that do not fit are refused by who answers it.
function checkWhere(context: RecordContext, { where }: ReadRule): ErrorDetail[] {
  if (where === null) return []
  try {
    prepare(context, { model: 'bim_elements', fields: ['id'], where })
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [refused('filter', error.code, error.message)]
  }
}
