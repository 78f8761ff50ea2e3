import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ApplicationContext } from './application-context.ts'
import type { Application } from './application.ts'
import { routes } from './routes.tsx'
import { SessionContext } from './session/session-context.ts'

const router = createBrowserRouter(routes)

/** The whole browser side. */
export function App({ application }: { application: Application }) {
  return (
    <ApplicationContext value={application}>
      <SessionContext value={application.session}>
        <RouterProvider router={router} />
      </SessionContext>
    </ApplicationContext>
  )
}
