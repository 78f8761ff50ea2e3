-- Requests plan their questions anew with their values (request-login.ts): a plan for any value would take every workspace
-- and model for one of average size. The doors are looked up by keys: one plan a connection is enough.
alter function app.enter(uuid, uuid, uuid, text, text) set plan_cache_mode = force_generic_plan;
alter function app.enter_user(uuid, uuid) set plan_cache_mode = force_generic_plan;
