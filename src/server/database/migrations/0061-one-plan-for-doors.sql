-- Asked at every request, by keys: one plan a connection is enough (0011 says why requests plan anew).
alter function app.second_factor_missing(uuid, uuid, uuid, text) set plan_cache_mode = force_generic_plan;
alter function app.enter_token(bytea, uuid, text, text) set plan_cache_mode = force_generic_plan;
