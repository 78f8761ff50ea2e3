import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { compileRole, type Access } from '#kernel/permissions/compile-permissions.ts'

/**
 * What the holder of a link may: read these fields of this one record. The list is the link's own; a field that is
 * limited to roles without the public among them is closed all the same.
 */
export const shareAccess = (
  workspace: Workspace,
  model: ModelInfo,
  recordId: string,
  fields: readonly string[],
): Access =>
  compileRole(workspace, 'public', {
    id: 'share',
    key: 'public',
    label: 'Public',
    description: null,
    manage: [],
    built_in: true,
    grants: {
      [model.key]: {
        verbs: ['read'],
        rows: { field: 'id', op: 'eq', value: recordId },
        fields: { read: [...fields], write: [] },
      },
    },
  })
