import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { Guard } from './guard.tsx'
import {
  editLayoutPage,
  editLayoutPath,
  invitePage,
  invitePath,
  joinTestPage,
  joinTestPath,
  onboarding,
  personPages,
  publicPages,
  screenPage,
  shellLayout,
} from './pages.ts'
import { useSession } from './session/session-context.ts'

/** Every address (specification, section 2): public pages, and behind the guard the screens of the workspace. */
export function AllRoutes() {
  return (
    <Routes>
      {publicPages.map(({ path, page: { Page } }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route element={<Guard needs="person" />}>
        {personPages.map(({ path, page: { Page } }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route element={<FrameOfWorkspace />}>
          <Route path={invitePath} element={<invitePage.Page />} />
          <Route path={joinTestPath} element={<joinTestPage.Page />} />
        </Route>
      </Route>
      <Route element={<Guard needs="workspace" />}>
        <Route path="/onboarding" element={<onboarding.Page />} />
        <Route element={<shellLayout.Page />}>
          {/* the address as it was once mistyped. */}
          <Route path="/construction-reipies" element={<Moved to="/construction-recipes" />} />
          <Route path={editLayoutPath} element={<editLayoutPage.Page />} />
          <Route path="*" element={<screenPage.Page />} />
        </Route>
      </Route>
    </Routes>
  )
}

function Moved({ to: pathname }: { to: string }) {
  return <Navigate to={{ ...useLocation(), pathname }} replace />
}

function FrameOfWorkspace() {
  const selected = useSession(({ tenant }) => tenant.status === 'selected')
  return selected ? <shellLayout.Page /> : <Outlet />
}
