import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { RequestId } from '../request-id.tsx'
import { Icon } from '../icon.tsx'
import { Spinner } from '../spinner.tsx'
import { useTranslate } from '../translate.ts'
import { connectToasts, type ToastMessage } from './toast-queue.ts'
import styles from './toast-stack.module.css'
import { TOAST_DURATION, TOAST_LIMIT } from './toast.ts'

/** Draws toasts over sonner; loaded at the first toast. */
export function ToastStack() {
  const t = useTranslate()
  // Sonner subscribes in its own effect, which runs before its parent's: nothing sent from here is lost.
  useEffect(() => connectToasts({ show, dismiss: (id) => void sonner.dismiss(id) }), [])
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={TOAST_LIMIT}
      duration={TOAST_DURATION}
      gap={8}
      offset={{ bottom: 'calc(var(--toast-lift, 0px) + 16px)', top: 16, left: 16, right: 16 }}
      mobileOffset={{ bottom: 'calc(var(--toast-lift, 0px) + 12px)', left: 12, right: 12 }}
      expand
      containerAriaLabel={t('Notifications')}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('Close'),
        classNames: {
          toast: styles.toast,
          icon: styles.icon,
          content: styles.content,
          title: styles.title,
          description: styles.description,
          actionButton: styles.action,
          closeButton: styles.close,
          success: styles.success,
          info: styles.info,
          warning: styles.warning,
          error: styles.error,
          loading: styles.loading,
        },
      }}
      icons={{
        success: <Icon name="success" />,
        info: <Icon name="info" />,
        warning: <Icon name="alert" />,
        error: <Icon name="error" />,
        loading: <Spinner />,
        close: <Icon name="x" />,
      }}
    />
  )
}

function show({ kind, text, id, description, action, requestId }: ToastMessage): void {
  const second =
    requestId === undefined ? (
      description
    ) : (
      <>
        {description}
        <RequestId id={requestId} />
      </>
    )
  sonner[kind](text, {
    id,
    closeButton: true,
    // Sonner merges an update into the old toast, so what is gone is said: the description of a count that ended.
    description: second,
    action: action && { label: action.label, onClick: action.onClick },
    duration: kind === 'loading' ? Number.POSITIVE_INFINITY : TOAST_DURATION,
  })
}
