/** The names expressions of a workflow may use. */
export const workflowNames = {
  record: true,
  before: true,
  trigger: ['kind', 'at', 'change', 'input', 'body'],
  steps: true,
  item: true,
  index: true,
  user: ['id', 'email', 'name', 'role'],
  workspace: ['id', 'name'],
  run: ['id', 'workflow', 'depth'],
} as const

/** Those that the condition of what begins one may use: there is no run yet. */
export const triggerNames = { user: workflowNames.user, workspace: workflowNames.workspace } as const
