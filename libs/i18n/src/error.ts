import type { ErrorCode } from '@headland/contracts/errors';
import type { Language } from './messages';

/** A text for each code of the error catalogue. A code without one does not compile. */
export const error = {
  'error.E0001': {
    ko: '입력한 정보가 올바르지 않습니다. 확인 후 다시 시도해 주세요.',
    en: 'The data is incorrect. Please check and try again.',
  },
  'error.E0105': {
    ko: '다른 곳에서 로그인했거나 관리자가 접속을 종료했습니다.',
    en: 'This session has ended: the account logged in elsewhere, or an administrator ended it.',
  },
  'error.E0802': {
    ko: '로그인 시간이 끝났습니다. 다시 로그인해 주세요.',
    en: 'Your session has expired. Log in again.',
  },
  'error.E0803': {
    ko: '로그인 정보가 더 이상 유효하지 않습니다. 다시 로그인해 주세요.',
    en: 'Your login is no longer valid. Log in again.',
  },
  'error.NO_TOKEN': { ko: '로그인이 필요합니다.', en: 'Log in to continue.' },
  'error.BAD_TOKEN': {
    ko: '로그인 정보가 올바르지 않습니다. 다시 로그인해 주세요.',
    en: 'The login is not valid. Log in again.',
  },
  'error.WRONG_CREDENTIALS': {
    ko: '아이디 또는 비밀번호가 올바르지 않습니다. 비밀번호를 재설정해 주세요.',
    en: 'Wrong ID or password. Reset password.',
  },
  'error.LOCKED_OUT': {
    ko: '5회 실패하여 5분간 로그인할 수 없습니다.',
    en: 'Disabled for 5 minutes after 5 failed logins.',
  },
  'error.INACTIVE': {
    ko: '사용이 중지된 계정입니다. 관리자에게 문의해 주세요.',
    en: 'This account is not active. Ask your administrator.',
  },
  'error.NO_PHONE': {
    ko: '등록된 전화번호가 없어 인증번호를 보낼 수 없습니다. 관리자에게 문의해 주세요.',
    en: 'This account has no phone for the verification code. Ask your administrator.',
  },
  'error.OWN_LOGIN_OFF': {
    ko: '비밀번호 로그인은 본사 관리자만 사용할 수 있습니다. 회사 계정으로 로그인해 주세요.',
    en: 'Only head office administrators log in with a password. Use your company account.',
  },
  'error.SSO_UNREACHABLE': {
    ko: '회사 계정 서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The company account service is not responding. Try again in a moment.',
  },
  'error.SSO_OVER': {
    ko: '로그인 시간이 지났거나 다른 창에서 시작한 로그인입니다. 다시 로그인해 주세요.',
    en: 'This login has expired or was started in another window. Start again.',
  },
  'error.SSO_REFUSED': {
    ko: '회사 계정으로 로그인하지 못했습니다. 다시 시도해 주세요.',
    en: 'The company account did not confirm the login. Try again.',
  },
  'error.SSO_NO_ACCOUNT': {
    ko: '이 회사 계정에 연결된 사용자가 없습니다. 관리자에게 등록을 요청해 주세요.',
    en: 'No user here belongs to this company account. Ask your administrator to register you.',
  },
  'error.SSO_NO_ROLE': {
    ko: '회사 계정에 이 서비스의 권한이 없습니다. 관리자에게 권한을 요청해 주세요.',
    en: 'Your company account has no role in this service. Ask your administrator for one.',
  },
  'error.SMS_CODE_WRONG': {
    ko: '인증번호가 만료되었거나 일치하지 않습니다.',
    en: 'Verification code expired or mismatched.',
  },
  'error.SMS_CODE_DEAD': {
    ko: '인증을 계속할 수 없습니다. 처음부터 다시 시도해 주세요.',
    en: 'The verification was canceled. Start again.',
  },
  'error.SMS_TOO_SOON': {
    ko: '{seconds}초 뒤에 인증번호를 다시 받을 수 있습니다.',
    en: 'A code can be sent again in {seconds, plural, one {# second} other {# seconds}}.',
  },
  'error.SMS_TOO_MANY': {
    ko: '인증번호를 너무 여러 번 보냈습니다. {minutes}분 뒤에 다시 시도해 주세요.',
    en: 'Too many codes were sent. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  },
  'error.CHECK_INFORMATION': {
    ko: '입력한 정보를 확인한 후 다시 시도해 주세요.',
    en: 'Please check the information you entered and try again.',
  },
  'error.CHANGE_TOKEN': {
    ko: '비밀번호를 변경할 수 있는 시간이 지났습니다. 다시 로그인해 주세요.',
    en: 'The time to change the password has expired. Log in again.',
  },
  'error.LINK_EXPIRED': { ko: '회원가입 링크가 만료되었습니다(1일).', en: 'The sign-up link has expired (1 day).' },
  'error.LINK_USED': {
    ko: '이미 사용한 회원가입 링크입니다. 로그인해 주세요.',
    en: 'This sign-up link has already been used. Log in.',
  },
  'error.LINK_INVALID': {
    ko: '올바르지 않은 회원가입 링크입니다. 가장 최근에 받은 이메일의 링크를 열어 주세요.',
    en: 'This sign-up link is not valid. Open the link in the latest email.',
  },
  'error.ALREADY_JOINED': { ko: '이미 가입한 계정입니다.', en: 'This account has already signed up.' },
  'error.FORBIDDEN': { ko: '이 작업을 할 권한이 없습니다.', en: 'You have no permission for this action.' },
  'error.NOT_FOUND': { ko: '찾을 수 없습니다.', en: 'Not found.' },
  'error.TIME_ZONE': { ko: '시간대 이름이 올바르지 않습니다.', en: 'Unknown time zone.' },
  'error.ADDRESS_SEARCH_FAILED': {
    ko: '주소 검색 서비스가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The address search does not answer. Try again in a moment.',
  },
  'error.TOO_MANY_REQUESTS': {
    ko: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    en: 'Too many requests. Try again in a moment.',
  },
  'error.BODY_TYPE': { ko: '지원하지 않는 형식의 요청입니다.', en: 'This request format is not supported.' },
  'error.NOT_ACCEPTABLE': {
    ko: '요청한 형식으로는 보낼 수 없습니다. 가능한 형식: {types}',
    en: 'The requested format is not available. Available: {types}',
  },
  'error.OAUTH_GRANT_TYPE': {
    ko: '지원하지 않는 grant_type입니다. client_credentials만 사용할 수 있습니다.',
    en: 'Only the grant type client_credentials is supported.',
  },
  'error.FLEET_PAGE_BEYOND': {
    ko: '마지막 페이지({last})를 넘었습니다.',
    en: 'The last page is {last}.',
  },
  'error.FLEET_CLIENTS_FULL': {
    ko: '사용 중인 API 클라이언트는 {n}개까지 등록할 수 있습니다. 쓰지 않는 클라이언트를 폐기해 주세요.',
    en: 'At most {n} clients can be active. Revoke an unused one.',
  },
  'error.FLEET_CLIENT_REVOKED': {
    ko: '폐기되었거나 만료된 클라이언트의 시크릿은 재발급할 수 없습니다.',
    en: 'The secret of a revoked or expired client cannot be renewed.',
  },
  'error.FLEET_CLIENT_ELSEWHERE': {
    ko: '조회 범위 밖의 차량이 있는 고객입니다. 이 고객의 API 접근은 상위 조직에서 발급해 주세요.',
    en: 'This customer has vehicles outside your scope. An organization above yours has to issue the access.',
  },
  'error.PAYLOAD_TOO_LARGE': { ko: '요청한 내용이 너무 큽니다.', en: 'The request is too large.' },
  'error.UNDO_LATE': { ko: '되돌릴 수 있는 시간이 지났습니다.', en: 'It is too late to undo this.' },
  'error.CHANGED_MEANWHILE': {
    ko: '그 사이 다른 사용자가 변경했습니다. 다시 불러와 확인해 주세요.',
    en: 'Another user has changed this. Reload and check.',
  },
  'error.SOS_ALREADY_ACKNOWLEDGED': { ko: '{by} 님이 {at}에 이미 확인했습니다.', en: 'Acknowledged by {by} at {at}.' },
  'error.SOS_CLOSED': { ko: '종료된 SOS는 변경할 수 없습니다.', en: 'A closed SOS cannot be changed.' },
  'error.SOS_NOT_ACKNOWLEDGED': { ko: '먼저 SOS를 확인해 주세요.', en: 'Acknowledge the SOS first.' },
  'error.SOS_ILLEGAL_STEP': {
    ko: '현재 상태에서는 할 수 없는 처리입니다.',
    en: 'This action is not possible in the current state.',
  },
  'error.SOS_REOPEN_LATE': {
    ko: '오경보 처리 후 15분이 지나 다시 열 수 없습니다.',
    en: 'A false alarm can be reopened only within 15 minutes.',
  },
  'error.SOS_RAISED_AGAIN': {
    ko: '이 차량에서 같은 유형의 SOS가 다시 발생했습니다. 새 SOS를 처리해 주세요.',
    en: 'This vehicle has raised another SOS of the same type. Handle the new one.',
  },
  'error.SOS_TOP_LEVEL': { ko: '이미 본사까지 상위 보고되었습니다.', en: 'Already escalated to the head office.' },
  'error.SOS_EVIDENCE_BROKEN': {
    ko: '보관된 파일이 기록된 해시와 다릅니다. 이 파일은 증거로 쓸 수 없으니 사고 기록서를 다시 작성해 주세요.',
    en: 'The stored file does not match the hash in the log and cannot serve as evidence. Create a new incident report.',
  },
  'error.FAULT_COMPLETED': { ko: '완료된 신고는 변경할 수 없습니다.', en: 'Completed reports cannot be changed.' },
  'error.FAULT_NOT_ACCEPTED': { ko: '먼저 신고를 접수해 주세요.', en: 'Accept the report first.' },
  'error.FAULT_ALREADY_ACCEPTED': { ko: '이미 접수된 신고입니다.', en: 'The report has already been accepted.' },
  'error.FAULT_BULK_REFUSED': {
    ko: '접수하지 않았습니다. 접수할 수 없는 신고: {report} ({vin} {code})',
    en: 'Nothing was accepted: report {report} ({vin} {code}) cannot be accepted.',
  },
  'error.FAULT_IMAGES_FULL': {
    ko: '이미지는 {n}장까지 첨부할 수 있습니다.',
    en: 'Up to {n} images per report.',
  },
  'error.FAULT_CATALOGUE_REFUSED': {
    ko: '고장코드 목록에 오류가 {n}건 있어 저장하지 않았습니다.',
    en: 'The catalog was not saved: {n, plural, one {# error} other {# errors}}.',
  },
  'error.FAULT_CATALOGUE_SAME': {
    ko: '버전 {version}과(와) 같은 목록입니다.',
    en: 'The same catalog is already stored as version {version}.',
  },
  'error.PROFILE_REFUSED': {
    ko: '파일에 오류가 {n}건 있어 저장하지 않았습니다.',
    en: 'The file was not saved: {n, plural, one {# error} other {# errors}}.',
  },
  'error.PROFILE_SAME': {
    ko: '같은 내용이 v{version}(으)로 이미 저장되어 있습니다.',
    en: 'The same file is already stored as v{version}.',
  },
  'error.TEST_CATALOGUE_REFUSED': {
    ko: '시험 목록에 오류가 {n}건 있어 저장하지 않았습니다.',
    en: 'The test catalog was not saved: {n, plural, one {# error} other {# errors}}.',
  },
  'error.TEST_CATALOGUE_SAME': {
    ko: '버전 {version}과(와) 같은 목록입니다.',
    en: 'The same catalog is already stored as version {version}.',
  },
  'error.FAULT_TOP_LEVEL': { ko: '이미 본사까지 상위 보고되었습니다.', en: 'Already escalated to the head office.' },
  'error.CONSUMABLE_LOCKED': {
    ko: '교체·점검이 이미 저장되어 변경할 수 없습니다.',
    en: 'Already saved; it can no longer be changed.',
  },
  'error.CONSUMABLE_SAFE': {
    ko: '교체·점검 시기가 아니어서 저장할 수 없습니다.',
    en: 'Not due yet; it cannot be saved.',
  },
  'error.NOT_AN_AGENCY': {
    ko: '대리점이 아닌 조직입니다. 대리점을 선택해 주세요.',
    en: 'This organization is not an agency. Choose an agency.',
  },
  'error.ORGANIZATION_IN_USE': {
    ko: '삭제할 수 없습니다. 사용자 {users, number}명, 하위 조직 {children, number}개, 차량 {vehicles, number}대, 미처리 고장 신고 {openFaults, number}건이 남아 있습니다.',
    en: 'Cannot be deleted: {users, plural, one {# user} other {# users}}, {children, plural, one {# subordinate organization} other {# subordinate organizations}}, {vehicles, plural, one {# vehicle} other {# vehicles}}, {openFaults, plural, one {# open fault report} other {# open fault reports}}.',
  },
  'error.ORGANIZATION_BELOW_ITSELF': {
    ko: '자기 자신이나 하위 조직 아래로는 옮길 수 없습니다.',
    en: 'An organization cannot be moved below itself or one of its subordinates.',
  },
  'error.ORGANIZATION_ABOVE': {
    ko: '본인보다 상위이거나 상위 권한의 사용자가 속한 조직은 변경할 수 없습니다.',
    en: 'This organization, or a user in it, outranks you. You cannot change it.',
  },
  'error.ORGANIZATION_TYPE_ABOVE': {
    ko: '본인보다 상위인 조직 유형은 지정할 수 없으며, 본사는 하나만 있습니다.',
    en: 'You cannot assign a type above your own, and there is only one head office.',
  },
  'error.ORGANIZATION_TYPE_FIXED': {
    ko: '사용자나 차량이 있는 조직과 본사의 유형은 변경할 수 없습니다.',
    en: 'The type cannot be changed while there are users or vehicles; that of the head office is fixed.',
  },
  'error.ORGANIZATION_OWN_PLACE': {
    ko: '본인이 속한 조직은 스스로 옮길 수 없습니다.',
    en: 'You cannot move your own organization.',
  },
  'error.USER_MORE_LETTERS': {
    ko: '본인보다 많은 권한이나 상위 조직을 부여할 수 없습니다.',
    en: 'You cannot grant more permissions than your own, or an organization above yours.',
  },
  'error.USER_ABOVE': {
    ko: '본인보다 상위 권한의 사용자는 변경할 수 없습니다.',
    en: 'This user outranks you. You cannot change the account.',
  },
  'error.ISSUED_ABOVE': {
    ko: '본인보다 상위 권한의 사용자가 발급한 항목은 변경하거나 폐기할 수 없습니다.',
    en: 'Issued by a user who outranks you. You cannot change or revoke it.',
  },
  'error.USER_SELF': {
    ko: '본인 계정의 권한은 스스로 줄이거나 해제할 수 없습니다.',
    en: 'You cannot reduce your own permissions.',
  },
  'error.USER_LAST_ADMIN': {
    ko: '본사의 마지막 관리자입니다. 먼저 다른 관리자를 지정해 주세요.',
    en: 'This is the last administrator of the head office. Appoint another one first.',
  },
  'error.USER_NOT_JOINED': {
    ko: '아직 가입하지 않은 사용자입니다. 가입 링크를 다시 보내 주세요.',
    en: 'This user has not signed up yet. Send the sign-up link again.',
  },
  'error.USER_INACTIVE': {
    ko: '비활성 사용자입니다. 먼저 활성화해 주세요.',
    en: 'This user is not active. Activate the account first.',
  },
  'error.TRANSFER_ALREADY_REQUESTED': {
    ko: '이미 소유권 이전이 신청된 차량입니다.',
    en: 'A transfer of this vehicle has already been requested.',
  },
  'error.TRANSFER_NOT_OWNER': {
    ko: '이 차량의 소유자만 신청할 수 있습니다.',
    en: 'Only the owner of this vehicle can do this.',
  },
  'error.TRANSFER_VEHICLE_UNKNOWN': { ko: '차량을 찾을 수 없습니다.', en: 'Vehicle not found.' },
  'error.TRANSFER_NOT_MEMBER': {
    ko: '새 소유자가 앱 회원이 아닙니다.',
    en: 'The new owner is not registered in the app.',
  },
  'error.TRANSFER_TO_SELF': {
    ko: '본인에게는 이전할 수 없습니다.',
    en: 'A vehicle cannot be transferred to its own owner.',
  },
  'error.TRANSFER_ALREADY_ACCEPTED': {
    ko: '이미 수락한 소유권 이전입니다.',
    en: 'This transfer has already been accepted.',
  },
  'error.TRANSFER_NOT_ACCEPTED': {
    ko: '새 소유자가 아직 수락하지 않았습니다.',
    en: 'The new owner has not accepted yet.',
  },
  'error.TRANSFER_DECIDED': {
    ko: '이미 처리가 끝난 소유권 이전입니다.',
    en: 'This transfer has already been closed.',
  },
  'error.TRANSFER_AWAITING': {
    ko: '승인 대기 중인 소유권 이전이 있습니다. 먼저 승인하거나 거절해 주세요.',
    en: 'An ownership transfer awaits approval. Approve or reject it first.',
  },
  'error.TRANSFER_OWNER_CHANGED': {
    ko: '신청한 고객이 더 이상 소유자가 아닙니다.',
    en: 'The customer who requested it no longer owns the vehicle.',
  },
  'error.TRANSFER_NEW_OWNER_GONE': { ko: '새 소유자가 앱을 탈퇴했습니다.', en: 'The new owner has left the app.' },
  'error.TRANSFER_TERMS_MISSING': {
    ko: '새 소유자가 필수 약관에 동의하지 않았습니다.',
    en: 'The new owner has not agreed to the required terms.',
  },
  'error.RDI_EXPIRED': { ko: '문서를 열람할 수 있는 기간이 지났습니다.', en: 'This document link has expired.' },
  'error.RDI_USED_UP': {
    ko: '문서를 열람할 수 있는 횟수를 모두 사용했습니다.',
    en: 'The number of views of this document is used up.',
  },
  'error.WATCHES_FULL': {
    ko: '관심 차량은 {limit}대까지 등록할 수 있습니다.',
    en: 'Your list can hold up to {limit} vehicles.',
  },
  'error.PERIOD_TOO_LONG': {
    ko: '조회 기간은 {maxDay}일을 넘을 수 없습니다.',
    en: 'The query period cannot exceed {maxDay} days.',
  },
  'error.DEVICE_IN_OTHER_UNIT': {
    ko: '단말기가 다른 차량({vin})에 장착되어 있습니다.',
    en: 'The device is installed in another vehicle ({vin}).',
  },
  'error.DEVICE_NOT_IN_USE': {
    ko: '사용 중이 아닌 단말기는 변경할 수 없습니다.',
    en: 'This device is not in use and cannot be changed.',
  },
  'error.DEVICE_UNKNOWN': { ko: '등록되지 않은 단말기입니다.', en: 'This device is not registered.' },
  'error.VEHICLE_HAS_DEVICE': {
    ko: '이미 다른 단말기({device})가 장착된 차량입니다.',
    en: 'This vehicle already has a device ({device}).',
  },
  'error.APP_NOT_JOINED': {
    ko: '이 전화번호로 가입한 고객이 없습니다. 회원가입을 진행해 주세요.',
    en: 'No customer has signed up with this phone. Sign up first.',
  },
  'error.APP_ALREADY_JOINED': {
    ko: '이미 가입한 전화번호입니다. 로그인해 주세요.',
    en: 'This phone is already registered. Log in.',
  },
  'error.CUSTOMER_DIFFERS': {
    ko: '이 전화번호는 다른 정보로 등록되어 있습니다. 대리점에 문의해 주세요.',
    en: 'This phone is registered with other details. Contact your dealer.',
  },
  'error.CUSTOMER_ELSEWHERE': {
    ko: '조회 범위 밖의 차량이 있는 고객입니다. 전화번호는 상위 조직에서 변경해 주세요.',
    en: 'This customer has vehicles outside your scope. An organization above yours has to change the phone.',
  },
  'error.CUSTOMER_PHONE_TAKEN': {
    ko: '이 전화번호를 사용하는 고객이 이미 있습니다.',
    en: 'Another customer already has this phone.',
  },
  'error.CUSTOMER_WITHDRAWN': {
    ko: '앱을 탈퇴한 고객은 삭제만 할 수 있습니다.',
    en: 'This customer has left the app and can only be deleted.',
  },
  'error.VEHICLE_OF_ANOTHER': {
    ko: '이미 다른 고객에게 등록된 차량입니다.',
    en: 'Already registered to another customer.',
  },
  'error.TERMS_OUTDATED': {
    ko: '약관이 변경되었습니다. 다시 확인해 주세요.',
    en: 'The terms have changed. Read them again.',
  },
  'error.TERMS_REQUIRED': {
    ko: '필수 약관은 철회할 수 없습니다. 철회하려면 앱을 탈퇴해 주세요.',
    en: 'Required terms cannot be withdrawn; leave the app instead.',
  },
  'error.VEHICLE_HAS_OPEN_SOS': {
    ko: '미처리 SOS가 있어 변경할 수 없습니다.',
    en: 'Not possible while an SOS is open.',
  },
  'error.VEHICLE_SOLD': { ko: '이미 판매된 차량입니다.', en: 'This vehicle is already sold.' },
  'error.VEHICLE_NOT_SOLD': { ko: '판매되지 않은 차량입니다.', en: 'This vehicle is not sold.' },
  'error.WORKBOOK_INVALID': {
    ko: '엑셀 파일(.xlsx, .xls)이 아닙니다. 파일의 내용을 확인해 주세요.',
    en: 'This is not an Excel file (.xlsx, .xls). Check what it contains.',
  },
  'error.WORKBOOK_UNREADABLE': {
    ko: '파일을 읽을 수 없습니다. 파일이 손상되었거나 암호가 걸려 있는지 확인해 주세요.',
    en: 'The file cannot be read. Check whether it is damaged or has a password.',
  },
  'error.WORKBOOK_TOO_MANY_ROWS': {
    ko: '한 번에 {limit}행까지 올릴 수 있습니다.',
    en: 'Up to {limit} rows in one file.',
  },
  'error.WORKBOOK_TOO_HEAVY': {
    ko: '파일이 너무 복잡하여 열 수 없습니다. 양식에 값만 붙여 넣어 다시 올려 주세요.',
    en: 'The file is too complex to open. Paste only the values into the template and upload that.',
  },
  'error.WORKBOOK_NO_COLUMNS': {
    ko: '양식의 열이 없습니다: {columns}',
    en: 'Columns of the template are missing: {columns}',
  },
  'error.WORKBOOK_EMPTY': { ko: '파일에 행이 없습니다.', en: 'The file has no rows.' },
  'error.WORKBOOK_TWO_TABLES': {
    ko: '“{sheet}” 시트와 “{other}” 시트에 모두 행이 있습니다. 등록할 시트 하나만 남겨 주세요.',
    en: 'Both sheets “{sheet}” and “{other}” have rows. Keep only the one to import.',
  },
  'error.IMPORT_NOT_READY': {
    ko: '오류 없이 확인된 파일만 저장할 수 있습니다.',
    en: 'Only a file checked without errors can be saved.',
  },
  'error.IMPORT_OUTDATED': {
    ko: '확인 후에 데이터가 변경되었습니다. 파일을 다시 확인해 주세요.',
    en: 'Data has changed since the check. Check the file again.',
  },
  'error.PART_WITHOUT_IMAGE': {
    ko: '이미지가 없는 부품 {n, number}개는 노출할 수 없습니다. ({code})',
    en: '{n, plural, one {A part without an image cannot be shown: {code}.} other {# parts without an image cannot be shown, {code} among them.}}',
  },
  'error.IMAGE_INVALID': { ko: '.jpg, .png 이미지만 등록할 수 있습니다.', en: 'Only .jpg or .png images.' },
  'error.EXPORT_TOO_LARGE': {
    ko: '조건을 좁혀 주세요. {total, number}행, 한도 {limit, number}행',
    en: 'Narrow the filter: {total, number} rows, limit {limit, number}',
  },
  'error.EXPORT_NOT_READY': { ko: '아직 준비되지 않은 파일입니다.', en: 'This file is not ready yet.' },
  'error.REMOTE_START_REFUSED': {
    ko: '원격 시동을 할 수 없습니다. {reason, select, notFitted {원격 시동 기능이 없는 모델입니다.} noDevice {장착된 단말기가 없습니다.} offline {단말기가 연결되어 있지 않습니다.} openSos {미처리 SOS가 있습니다.} held {다른 사용자가 원격 작업 중입니다.} engineOn {이미 시동이 켜져 있습니다.} engineUnknown {시동 상태를 알 수 없습니다.} moving {차량이 움직이고 있습니다.} speedUnknown {차속을 알 수 없습니다.} underway {이전 원격 시동이 진행 중입니다.} other {}}',
    en: 'Remote start is not possible. {reason, select, notFitted {The model does not support it.} noDevice {No device is installed.} offline {The device is offline.} openSos {An SOS is open.} held {Another user is working on the vehicle remotely.} engineOn {The engine is already running.} engineUnknown {The engine state is unknown.} moving {The vehicle is moving.} speedUnknown {The vehicle speed is unknown.} underway {Another remote start is in progress.} other {}}',
  },
  'error.FILE_TOO_LARGE': { ko: '{megabytes} MB까지 올릴 수 있습니다.', en: 'Up to {megabytes} MB.' },
  'error.NOT_CONNECTABLE': {
    ko: '지금은 이 차량에 연결할 수 없습니다.',
    en: 'A connection to this vehicle is not possible now.',
  },
  'error.VEHICLE_HELD': {
    ko: '{organization} {by} 님이 {since}부터 원격 작업(진단·프로그램) 중인 차량입니다.',
    en: 'In service by {by}, {organization}, since {since}.',
  },
  'error.SESSION_NOT_YOURS': { ko: '다른 사용자의 진단 세션입니다.', en: 'This session belongs to another user.' },
  'error.SESSION_REFUSED': { ko: '지금은 요청할 수 없습니다.', en: 'This request is not possible now.' },
  'error.TEST_GATE': { ko: '시험 조건이 충족되지 않았습니다.', en: 'A condition of the test is not met.' },
  'error.TEST_NEEDS': { ko: '먼저 다른 시험을 완료해야 합니다.', en: 'Another test must be completed first.' },
  'error.TEST_NOT_CONFIRMED': { ko: '현장 확인이 필요합니다.', en: 'Confirmation on site is required.' },
  'error.WRITE_IN_AFTER_SERVICE': {
    ko: '쓰기는 A/S 세션에서만 할 수 있습니다.',
    en: 'Writing is possible only in an after-sales service session.',
  },
  'error.SECOND_PERSON_NEEDED': {
    ko: '이 부품은 다른 담당자의 승인이 필요합니다. 2인 승인을 요청해 주세요.',
    en: 'This part requires approval by a second person. Request it first.',
  },
  'error.APPROVAL_OWN': {
    ko: '본인이 요청한 작업은 직접 승인할 수 없습니다.',
    en: 'You cannot approve your own request.',
  },
  'error.APPROVAL_DECIDED': { ko: '{by} 님이 이미 처리했습니다.', en: '{by} has already decided this.' },
  'error.APPROVAL_EXPIRED': {
    ko: '승인 시간이 지났습니다. 다시 요청해 주세요.',
    en: 'The request has expired. Request approval again.',
  },
  'error.JOB_ALREADY_OPEN': {
    ko: '{by} 님이 시작한 작업 {id}이(가) 진행 중입니다.',
    en: 'Job {id}, started by {by}, is still open.',
  },
  'error.JOB_CLOSED': { ko: '종료된 작업은 변경할 수 없습니다.', en: 'A closed job cannot be changed.' },
  'error.JOB_TEST_RUNS': {
    ko: '시험이 진행 중이라 작업을 종료할 수 없습니다.',
    en: 'The job cannot be closed while a test is running.',
  },
  'error.JOB_IMAGES_FULL': { ko: '이미지는 {n}장까지 첨부할 수 있습니다.', en: 'Up to {n} images per job.' },
  'error.PROGRAM_INVALID': { ko: '프로그램 파일이 올바르지 않습니다.', en: 'The program file is not valid.' },
  'error.PROGRAM_OWN': {
    ko: '직접 입력한 값은 다른 계정이 확인해야 합니다.',
    en: 'Another account must confirm the values that you entered.',
  },
  'error.PROGRAM_CONFIRMED': {
    ko: '이미 확인된 파일이므로 값을 변경할 수 없습니다.',
    en: 'The values of this file are already confirmed.',
  },
  'error.PROGRAM_UNCONFIRMED': {
    ko: '직접 입력한 값을 다른 계정이 먼저 확인해야 합니다.',
    en: 'Another account must first confirm the values entered for this file.',
  },
  'error.FLASH_NOT_READY': {
    ko: '리프로그램 조건이 충족되지 않았습니다.',
    en: 'A condition for reprogramming is not met.',
  },
  'error.FLASH_SAME_VERSION': {
    ko: '이미 {version} 버전이 설치되어 있습니다.',
    en: 'Version {version} is already installed.',
  },
  'error.FLASH_TOO_LATE': {
    ko: '제어기 쓰기가 시작되어 취소할 수 없습니다.',
    en: 'Programming has started; it can no longer be canceled.',
  },
  'error.ROLL_OUT_STATE': { ko: '현재 상태에서는 할 수 없습니다.', en: 'Not possible in the current state.' },
  'error.ROLL_OUT_OWN': {
    ko: '작성자가 아닌 다른 계정이 결정해야 합니다.',
    en: 'An account other than the author must decide.',
  },
  'error.ROLL_OUT_NOT_YOURS': {
    ko: '{by} 님의 초안입니다. 작성자만 수정하고 승인 요청할 수 있습니다.',
    en: 'This is a draft by {by}. Only the author can change or submit it.',
  },
  'error.ROLL_OUT_UNSEEN': {
    ko: '조회 범위 밖의 차량 {n, number}대가 있어 승인할 수 없습니다.',
    en: '{n, plural, one {# vehicle is} other {# vehicles are}} outside your scope; you cannot approve.',
  },
  'error.ROLL_OUT_OVERLAPS': {
    ko: '차량 {n, number}대가 진행 중인 다른 배포({name})에 포함되어 있습니다.',
    en: '{n, plural, one {# vehicle is} other {# vehicles are}} in another running roll-out: {name}.',
  },
  'error.GPT_BANNER_SUSPENDED': {
    ko: '중지된 배너는 수정하거나 다시 중지할 수 없습니다. 복사하여 새로 등록해 주세요.',
    en: 'A suspended banner cannot be changed. Copy it as a new one.',
  },
  'error.GPT_BANNER_EXPIRED': {
    ko: '게시가 종료된 배너는 수정하거나 중지할 수 없습니다. 복사하여 새로 등록해 주세요.',
    en: 'An expired banner cannot be changed. Copy it as a new one.',
  },
  'error.GPT_BANNER_PUBLISHED': {
    ko: '“{name}” 배너가 게시 중이어서 삭제할 수 없습니다. 먼저 중지해 주세요.',
    en: '“{name}” is published and cannot be deleted. Suspend it first.',
  },
  'error.GPT_NOT_AVAILABLE': {
    ko: '지금은 GPT 상담을 이용할 수 없습니다. 질문은 저장되었습니다.',
    en: 'The assistant is not available right now. Your question is kept.',
  },
  'error.GPT_BUDGET_USED': {
    ko: '오늘 사용할 수 있는 GPT 상담을 모두 사용했습니다. {until} 이후에 다시 질문해 주세요.',
    en: 'Your questions for today are used up. Ask again after {until}.',
  },
  'error.GPT_ANSWERING': {
    ko: '이전 질문에 답변하는 중입니다. 답변이 끝난 뒤 질문해 주세요.',
    en: 'Another question is being answered. Ask again when it is done.',
  },
  'error.GPT_BUSY': {
    ko: '지금은 질문이 많습니다. 잠시 후 다시 질문해 주세요.',
    en: 'The assistant is busy. Ask again in a moment.',
  },
  'error.GPT_TIMEOUT': {
    ko: '답변이 제시간에 오지 않았습니다. 다시 질문해 주세요.',
    en: 'The answer did not come in time. Ask again.',
  },
  'error.GPT_FAILED': {
    ko: '답변을 완료하지 못했습니다. 다시 질문해 주세요.',
    en: 'The answer could not be completed. Ask again.',
  },
  'error.UNAVAILABLE': {
    ko: '서버를 일시적으로 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The service is temporarily unavailable. Try again shortly.',
  },
  'error.INTERNAL': {
    ko: '처리하지 못했습니다. 계속 발생하면 참조 번호와 함께 문의해 주세요.',
    en: 'An error occurred. If it happens again, report it with the reference.',
  },
  'error.NETWORK': {
    ko: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.',
    en: 'The server cannot be reached. Check the network.',
  },
  'error.TIMEOUT': {
    ko: '응답 시간이 초과되었습니다. 확인 후 다시 시도해 주세요.',
    en: 'Response Time Out. Please Check and Try Again.',
  },
  'error.DOWNLOAD_BROKEN': {
    ko: '파일을 끝까지 받지 못했습니다. 다시 시도해 주세요. 계속 발생하면 참조 번호와 함께 문의해 주세요.',
    en: 'The download was interrupted. Try again; if it happens again, report it with the reference.',
  },
} satisfies Record<`error.${ErrorCode | 'NETWORK' | 'TIMEOUT' | 'DOWNLOAD_BROKEN'}`, Record<Language, string>>;
