// Behind one door, so that what only few screens draw weighs as little as one view on the first load.

export const notificationList = async () =>
  (await import('./notification-list/notification-list.tsx')).NotificationList
export const workflowDesigner = async () =>
  (await import('./workflow-designer/workflow-designer.tsx')).WorkflowDesigner
export const workflowRun = async () => (await import('./workflow-run/workflow-run.tsx')).WorkflowRun
export const workflowStart = async () => (await import('./workflow-start/workflow-start.tsx')).WorkflowStart
