-- Requests plan their questions anew with their values (request-login.ts), and what a statement sets off is planned as it is:
-- these look things up by keys, or put down what they were handed. One plan a connection is enough.
alter function app_private.put_down_events() set plan_cache_mode = force_generic_plan;
alter function app_private.put_down_steps() set plan_cache_mode = force_generic_plan;
alter function app.claim_key(text, text) set plan_cache_mode = force_generic_plan;
alter function app.last_change() set plan_cache_mode = force_generic_plan;

-- A record has about a hundred trigrams, each with a place of its own in the index of searches. A writer only puts them on
-- its list (0012 had none); the server puts the list in order every second, so that neither a search nor a later writer
-- has much of it to go through: at most a megabyte.
alter index app.objects_search_idx set (fastupdate = on, gin_pending_list_limit = 1024);
