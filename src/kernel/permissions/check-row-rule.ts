import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { checkLimits } from '../query/check-limits.ts'
import { resolveWhere } from '../query/resolve-names.ts'
import { bindRowRule, expressionsOfRule } from './bind-row-rule.ts'
import { ruleValueProblem, type RulePerson } from './rule-value.ts'
import { trustedScope } from './restrict-query.ts'

const somebody: RulePerson = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'somebody@example.com',
  role: 'member',
  record: '00000000-0000-0000-0000-000000000000',
  closed: ['00000000-0000-0000-0000-000000000000'],
}

/**
 * Refuses (422 `invalid`, places under `path`) a row rule that would admit nobody: a field that does not exist, a value of
 * another type, an expression that cannot be worked out or asks what is not known of a person. For the save of a role.
 */
export function checkRowRule(workspace: Workspace, model: ModelInfo, rule: Where, path: string): void {
  checkLimits({ model: model.key, where: rule }, path)
  const wrong = expressionsOfRule(rule, path).flatMap(({ path: place, text }): ErrorDetail[] => {
    const problem = ruleValueProblem(text)
    return problem === null ? [] : [{ path: place, code: 'expression', message: problem }]
  })
  if (wrong.length > 0) throw invalid(wrong)
  const bound = bindRowRule(rule, somebody)
  if (!bound)
    throw invalid([
      {
        path,
        code: 'value',
        message: 'A value of this rule is nothing for everybody, so it would admit nobody.',
      },
    ])
  try {
    resolveWhere(trustedScope(workspace), model, bound, path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unknown_field')
      throw invalid(error.details as ErrorDetail[])
    throw error
  }
}
