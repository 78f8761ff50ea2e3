import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import { checkLimits } from '../query/check-limits.ts'
import { resolveWhere } from '../query/resolve-names.ts'
import { bindRowRule, type PersonValues } from './bind-row-rule.ts'
import { trustedScope } from './restrict-query.ts'

const somebody: PersonValues = new Map([
  ['user.id', '00000000-0000-0000-0000-000000000000'],
  ['user.email', 'somebody@example.com'],
  ['user.role', 'member'],
])

/**
 * Refuses (422 `invalid`, places under `path`) a row rule that would admit nobody: a field that does not exist, a value of
 * another type, a value about the person that we do not know. For the save of a role.
 */
export function checkRowRule(workspace: Workspace, model: ModelInfo, rule: Where, path: string): void {
  checkLimits({ model: model.key, where: rule }, path)
  const bound = bindRowRule(rule, somebody)
  if (!bound)
    throw invalid([{ path, code: 'value', message: 'A rule knows user.id, user.email and user.role.' }])
  try {
    resolveWhere(trustedScope(workspace), model, bound, path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unknown_field')
      throw invalid(error.details as ErrorDetail[])
    throw error
  }
}
