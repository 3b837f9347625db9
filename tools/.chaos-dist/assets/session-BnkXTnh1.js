import { z } from "zod";
// ../libs/contracts/src/endpoint.ts
var endpoint = (e) => Object.freeze(e);
// ../libs/contracts/src/fields.ts
/** Field rules of the product (screens.md, "Validation rules"). The message of each is a key of the catalogues in `@headland/i18n`. */
var pictograph = /\p{Extended_Pictographic}/u;
var digitHashStar = /[0-9#*]/gu;
/** Emoji are refused in every text; digits, # and * are pictographic by the letter of Unicode and allowed. */
var hasEmoji = (s) => pictograph.test(s.replace(digitHashStar, ""));
var text = (max) => z.string().transform((s) => s.trimEnd()).pipe(z.string().max(max, "field.max").refine((s) => !hasEmoji(s), "field.emoji"));
/** contents, memos, resolutions, reasons */
var t1500 = text(1500).refine((s) => s.length >= 1, "field.t1500");
var memo = text(1500);
text(100).refine((s) => s.length >= 1 && !s.startsWith(" "), "field.t100");
text(50).refine((s) => s.length >= 1, "field.t50");
/** a person: 2–20 Hangul or Latin letters, inner space allowed */
var personName = z.string().trim().regex(/^[\p{Script=Hangul}\p{Script=Latin}][\p{Script=Hangul}\p{Script=Latin} ]{0,18}[\p{Script=Hangul}\p{Script=Latin}]$/u, "field.name");
/** 2–3, 3–4 and 4 digits with hyphens (Korea), or 4–14 digits elsewhere */
var phone = z.string().trim().regex(/^(\d{2,3}-\d{3,4}-\d{4}|\+?\d{4,14})$/, "field.phone");
/** whole number ≥ 1 */
var positive = z.coerce.number().int("field.pos").min(1, "field.pos");
var partCode = z.string().regex(/^[A-Z0-9]{1,10}$/, "field.part");
z.string().max(64).refine((name) => {
	try {
		return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
	} catch {
		return false;
	}
}, "field.timeZone");
/** Query helpers. Express parses flat queries only; `?id=1` and `?id=1&id=2` are both lists. */
var id = z.coerce.number().int().min(1).max(2 ** 31 - 1);
var IdParams = z.object({ id });
var bigId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
var many = (item) => z.union([item, z.array(item)]).optional().transform((v) => v === void 0 ? [] : Array.isArray(v) ? v : [v]);
var flag = z.enum(["true", "false"]).optional().transform((v) => v === void 0 ? void 0 : v === "true");
var paging = {
	page: z.coerce.number().int().min(1).max(1e6).default(1),
	size: z.coerce.number().int().refine((n) => [
		10,
		20,
		50,
		100
	].includes(n), "field.pageSize").default(20)
};
/** YYYY-MM-DD */
var day = z.iso.date("field.date");
var isoTime = z.iso.datetime({ offset: true });
// ../libs/contracts/src/access.ts
/** The words of permissions: group types, roles, features, letters. The matrix itself is data of `@headland/domain/access`. */
var groupTypes = [
	"HEAD_OFFICE",
	"DAEDONG",
	"KIOTI",
	"SERVICE_BUSINESS",
	"PRODUCTION",
	"BIZ",
	"CUSTOMER_BIZ",
	"SALES",
	"DOMESTIC_SALES_HQ",
	"RSM_BUSINESS",
	"TSM",
	"REGION",
	"AGENCY",
	"DEALER"
];
var roles = ["ADMIN", "STAFF"];
// ../libs/contracts/src/session.ts
/** Login, the two tokens, and what the console needs to know at its start. Headers and envelope: decisions.md, Session. */
var accessHeader = "x-auth-access-token";
z.object({
	sub: z.string(),
	sid: z.string(),
	name: z.string(),
	roles: z.array(z.string()),
	groupType: z.enum(groupTypes).or(z.literal("KIOSK")),
	organizationId: z.number(),
	kiosk: z.number().optional()
});
var LoginBody = z.object({
	id: z.string().trim().min(1, "field.req").max(40, "field.max"),
	password: z.string().min(1, "field.req").max(200, "field.max"),
	autoLogin: z.boolean().default(false)
});
var Login = z.object({
	accessToken: z.string(),
	refreshToken: z.string(),
	id: z.string(),
	name: z.string(),
	credentialsNonExpired: z.boolean()
});
var Member = z.object({
	id: z.number(),
	loginId: z.string(),
	name: z.string(),
	groupId: z.number(),
	groupName: z.string(),
	groupType: z.enum(groupTypes),
	role: z.enum(roles),
	units: z.enum(["km", "mile"])
});
var session = {
	login: endpoint({
		method: "POST",
		path: "/api/auth/login",
		allow: "public",
		summary: "Log in with id and password",
		body: LoginBody,
		data: Login
	}),
	refresh: endpoint({
		method: "GET",
		path: "/api/auth/refresh-token",
		allow: "public",
		summary: "Both tokens in the headers; both are renewed",
		data: z.object({
			accessToken: z.string(),
			refreshToken: z.string()
		})
	}),
	logout: endpoint({
		method: "POST",
		path: "/api/auth/logout",
		allow: "member",
		summary: "End this session",
		data: z.object({ ended: z.literal(true) })
	}),
	member: endpoint({
		method: "GET",
		path: "/api/tms/member/detail/:id",
		allow: "member",
		summary: "The member behind the session (login id in the path)",
		params: z.object({ id: z.string().max(40) }),
		data: z.array(Member)
	}),
	config: endpoint({
		method: "GET",
		path: "/api/config",
		allow: "public",
		summary: "What the console must know before it starts",
		data: z.object({
			version: z.string(),
			development: z.boolean(),
			mapTileUrl: z.string().nullable(),
			mapAttribution: z.string().nullable(),
			queryMaxDays: z.number(),
			demoAccounts: z.array(z.object({
				id: z.string(),
				groupType: z.enum(groupTypes),
				role: z.enum(roles),
				organization: z.string()
			}))
		})
	})
};
/** Wall displays: issued, named, scoped and revoked by an administrator; the token is shown once. */
var Kiosk = z.object({
	id: z.number(),
	name: z.string(),
	organizationId: z.number(),
	organization: z.string(),
	sound: z.boolean(),
	issuedAt: z.string(),
	issuedBy: z.string(),
	lastSeenAt: z.string().nullable(),
	revokedAt: z.string().nullable()
});
endpoint({
	method: "GET",
	path: "/api/kiosks/session",
	allow: "public",
	summary: "The kiosk token in its header becomes a 15-minute access token",
	data: z.object({
		accessToken: z.string(),
		name: z.string(),
		organization: z.string(),
		sound: z.boolean()
	})
}), endpoint({
	method: "GET",
	path: "/api/kiosks",
	allow: "memberHistory:R",
	summary: "Issued wall displays",
	data: z.array(Kiosk)
}), endpoint({
	method: "POST",
	path: "/api/kiosks",
	allow: "organization:U",
	summary: "Issue a token for a wall display",
	body: z.object({
		name: z.string().min(1).max(40),
		organizationId: id,
		sound: z.boolean().default(true)
	}),
	data: Kiosk.extend({ token: z.string() })
}), endpoint({
	method: "DELETE",
	path: "/api/kiosks/:id",
	allow: "organization:U",
	summary: "Revoke it; its screen says so at once",
	params: z.object({ id }),
	data: Kiosk
});
export { endpoint as _, day as a, isoTime as c, paging as d, partCode as f, t1500 as g, positive as h, bigId as i, many as l, phone as m, session as n, flag as o, personName as p, IdParams as r, id as s, accessHeader as t, memo as u };

//# sourceMappingURL=session-BnkXTnh1.js.map