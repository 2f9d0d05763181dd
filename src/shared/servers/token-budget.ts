/** Above so many tokens a client gets `find_tools` and `call_tool` instead of the tools of servers. */
export const serverTokenBudget = 10_000;
