import { createContext, use } from 'react'
import type { WorkflowParts } from '#contracts/api/workflows.ts'
import type { Member } from '#contracts/member.ts'
import type { Role } from '#contracts/role.ts'
import type { FormulaName } from '../formula-editor/formula-names.ts'

/** What the controls of the designer choose from. */
export interface DesignerScope {
  parts: WorkflowParts
  models: readonly { key: string; label: string }[]
  roles: readonly Pick<Role, 'key' | 'label' | 'built_in'>[]
  members: readonly Member[]
  /** The names an expression may use here. */
  names: readonly FormulaName[]
}

const ScopeContext = createContext<DesignerScope | null>(null)
export const DesignerScopeProvider = ScopeContext.Provider

/** The scope of the designer around a control. */
export function useDesignerScope(): DesignerScope {
  const scope = use(ScopeContext)
  if (!scope) throw new Error('a control of the designer stands in it')
  return scope
}
