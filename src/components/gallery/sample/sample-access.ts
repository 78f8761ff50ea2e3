import type { AccessExplanation, Decision } from '#contracts/access-explanation.ts'
import type { SampleModel } from './sample-fields.ts'

const given: Decision = { allowed: true, rule: 'built_in' }
const withheld: Decision = { allowed: false, rule: 'built_in' }
const open: Decision = { allowed: true, rule: 'no_rule' }

/** Why a member may do what with a sample model: as if its first field were for the office only. */
export const sampleAccess = (model: SampleModel | undefined): AccessExplanation => ({
  role: { key: 'member', label: 'Member', built_in: true },
  person: null,
  model: model
    ? {
        key: model.key,
        label: model.label,
        verbs: [
          { verb: 'read', ...given },
          { verb: 'create', ...given },
          { verb: 'update', ...given },
          { verb: 'delete', ...withheld },
          { verb: 'export', ...given },
          { verb: 'share', ...withheld },
        ],
        rows: { where: null, rule: 'built_in' },
        fields: model.fields.slice(0, 4).map(({ key, label }, index) => ({
          key,
          label,
          read: index === 0 ? { allowed: false, rule: 'not_listed', roles: ['owner', 'admin'] } : open,
          write: index === 0 ? { allowed: false, rule: 'not_listed', roles: ['owner'] } : open,
        })),
        free_keys: { read: open, write: open },
      }
    : null,
  screen: { path: '/dashboard', title: 'Dashboard', allowed: true, rule: 'everyone' },
})
