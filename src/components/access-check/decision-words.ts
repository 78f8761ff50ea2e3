import type { Decision } from '#contracts/access-explanation.ts'
import type { Translate } from '#ui/translate.ts'
import { areaTitle } from '../grant-matrix/role-parts.ts'

/** Why, in one sentence. `roleName` words a role's key. */
export function decisionWords(decision: Decision, t: Translate, roleName: (key: string) => string): string {
  const roles = (decision.roles ?? []).map(roleName).join(', ')
  const area = decision.area ? t(areaTitle(decision.area)) : ''
  switch (decision.rule) {
    case 'built_in':
      return t('The role is part of the product.')
    case 'as_member':
      return t('The role has no rights of its own: it works as a member does.')
    case 'grant_model':
      return t('Set in the role for this model.')
    case 'grant_rest':
      return t('Set in the role for every other model.')
    case 'no_grant':
      return t('The role has no right to it.')
    case 'manages':
      return t('The role manages this: {{area}}.', { area })
    case 'not_managed':
      return t('Only for roles that manage this: {{area}}.', { area })
    case 'member_part':
      return t('Every member may see this part.')
    case 'no_verb':
      return t('Not without the right to the records.')
    case 'not_granted':
      return t('The role is given only some fields of this model, and not this one.')
    case 'listed':
      return t('The list has the role: {{roles}}.', { roles })
    case 'not_listed':
      return roles === ''
        ? t('The list is empty: nobody.')
        : t('The list does not have the role: {{roles}}.', { roles })
    case 'no_rule':
      return t('No rule of its own: open to whoever may use the records.')
    case 'system':
      return t('Every record has it.')
    case 'read_only':
      return t('Nobody writes it.')
    case 'hidden_input':
      return t('It is worked out from something that is hidden from the role.')
    case 'owner':
      return t('Owners may open every screen.')
    case 'everyone':
      return t('Open to every role but customers.')
    case 'not_customers':
      return t('Not for customers.')
  }
}
