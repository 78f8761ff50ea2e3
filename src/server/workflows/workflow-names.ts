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
